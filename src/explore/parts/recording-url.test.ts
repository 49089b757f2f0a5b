import { expect, it } from 'vitest'
import { clockOf, urlAt } from './recording-url.ts'

it.each([
  ['https://www.youtube.com/watch?v=abc&t=5', 'https://www.youtube.com/watch?v=abc&t=3723s'],
  ['https://youtu.be/abc?si=x', 'https://youtu.be/abc?si=x&t=3723s'],
  ['https://pemberley.example/a.MP4?x=1', 'https://pemberley.example/a.MP4?x=1#t=3723'],
])('%s at a time is %s', (video, url) => {
  expect(urlAt(video, 3723)).toBe(url)
})

it.each([
  null,
  'not a URL',
  'https://www.youtube.com/user/pemberley',
  'https://www.youtube.com.pemberley.example/watch?v=abc',
  'https://youtu.be/',
  'https://pub-ottawa.escribemeetings.com/Players/ISIStandAlonePlayer.aspx?Id=1',
  'https://pemberley.granicus.com/player/clip/1',
])('%s has no URL for a time', (video) => {
  expect(urlAt(video, 5)).toBeUndefined()
})

it.each([
  [0, '0:00'],
  [65, '1:05'],
  [3723, '1:02:03'],
])('%d seconds are written %s', (seconds, text) => {
  expect(clockOf(seconds)).toBe(text)
})
