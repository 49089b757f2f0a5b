import Bowser from 'bowser'

/** What a person calls the program that signed in: `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'A program without a name'
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name === undefined || browser.name === '') return userAgent
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`
}
