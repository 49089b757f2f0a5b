import { headingIds } from '../../../docs/compiler/doc.ts'

/** A fenced block with its info string. */
export interface Fence {
  line: number
  language: string
  /** The words after the language: `run`, `serve`, `output`, `file=name`. */
  marks: string[]
  text: string
  /** Whether only blank lines are between it and the previous block. */
  adjacent: boolean
}

const fencePattern = /^```(\S*)[ \t]*([^\n]*)\n([\s\S]*?)^```[ \t]*$/gm

/** The fenced blocks of a page, in order. */
export function fencesOf(markdown: string): Fence[] {
  let end = 0
  return [...markdown.matchAll(fencePattern)].map(
    ({ 0: whole, 1: language = '', 2: marks = '', 3: text = '', index }) => {
      const adjacent = end > 0 && markdown.slice(end, index).trim() === ''
      end = index + whole.length
      return {
        line: markdown.slice(0, index).split('\n').length,
        language,
        marks: marks.split(/\s+/).filter((mark) => mark !== ''),
        text,
        adjacent,
      }
    },
  )
}

/** The page without its fenced blocks. */
export function proseOf(markdown: string): string {
  return markdown.replace(fencePattern, '')
}

/** The targets of a page's links, in order, except those in code. */
export function linksOf(markdown: string): string[] {
  const text = proseOf(markdown).replace(/`[^`\n]*`/g, '')
  const inline = [...text.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\))?)\)/g)].map(
    ([, target = '']) => target,
  )
  const labelled = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map(([, target = '']) => target)
  return [...inline, ...labelled]
}

/** The anchors of a page's headings, as GitHub generates them. */
export function anchorsOf(markdown: string): Set<string> {
  const idOf = headingIds()
  const headings = [...proseOf(markdown).matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)]
  return new Set(headings.map(([, heading = '']) => idOf(heading)))
}
