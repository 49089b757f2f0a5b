import Bowser from 'bowser'

/** `Firefox on Linux` */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name === undefined || browser.name === '') return userAgent
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`
}
