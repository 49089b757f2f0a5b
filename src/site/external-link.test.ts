import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { hrefsOf } from '../../test/support/site/page-content.ts'
import { ExternalLink } from './external-link.tsx'

const drawn = (href: string | null) => renderToString(h(ExternalLink, { href, children: 'words' }))

describe('ExternalLink', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'javascript://town.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://town.example/1',
    'file:///etc/hosts',
    '//town.example',
    '/settings/api-keys',
    'https://',
    'MIT',
    '',
    null,
  ])('renders %j as text', (href) => {
    expect(drawn(href)).toBe('words')
  })

  it.each([
    ['https://town.example/a?b=c&d', 'https://town.example/a?b=c&d'],
    ['HTTP://TOWN.example', 'http://town.example/'],
    ['https://town.example/"><script>', 'https://town.example/%22%3E%3Cscript%3E'],
    ['https://mairie.example/procès-verbaux', 'https://mairie.example/proc%C3%A8s-verbaux'],
  ])('links to %j, escaped', (href, shown) => {
    expect(hrefsOf(drawn(href))).toEqual([shown])
    expect(drawn(href)).not.toContain('<script')
  })
})
