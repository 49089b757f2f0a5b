/** Colours made of the accent, for one of the themes; `#rrggbb`. */
export interface Palette {
  /** Behind white text. */
  band: string
  /** Text and lines on the band. */
  glow: string
  /** Links, buttons and lines on the page. */
  link: string
  /** Text on buttons. */
  linkInk: string
}

export interface Palettes {
  light: Palette
  dark: Palette
}

/** The backgrounds that text in the accent must be readable on, those with the least contrast; assets/style/base.css. */
export const surfaces = { light: '#f4f2ec', dark: '#172120' } as const
const pageDark = '#0e1514'
const white = '#ffffff'

/** WCAG 2.2, 1.4.3, for text of any size. */
export const contrastMin = 4.5

export const defaultAccent = '#0b4a43'

/** `#rgb` and `#rrggbb` as `#rrggbb`; undefined for all else. */
export function parseColour(text: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  if (!/^#[0-9a-f]{3}$/i.test(text)) return undefined
  return `#${[...text.slice(1).toLowerCase()].map((digit) => digit + digit).join('')}`
}

/** The nearest colour of the same hue that white text is readable on: the colour itself if it is. */
export function nearestAccent(colour: string): string {
  return shifted(colour, -1, (darker) => contrast(white, darker) >= contrastMin)
}

/** The colours of both themes that keep the hue of an accent; their contrast is above what WCAG asks for. */
export function palettesOf(accent: string): Palettes {
  const { lightness, chroma, hue } = toOklch(accent)
  const band = shifted(accent, -1, (darker) => contrast(white, darker) >= 7)
  const bandDark = withLightness(band, 0.9 * toOklch(band).lightness)
  const pale = toHex({ lightness: 0.85, chroma: Math.min(chroma, 0.085), hue })
  const glow = shifted(pale, 1, (lighter) => contrast(lighter, band) >= contrastMin)
  // Nearly black would not look like a link.
  const start = toHex({ lightness: Math.max(lightness, 0.46), chroma, hue })
  const link = shifted(start, -1, (darker) => contrast(darker, surfaces.light) >= 5.5)
  const soft = toHex({ lightness: 0.7, chroma: Math.min(chroma, 0.1), hue })
  const linkDark = shifted(soft, 1, (lighter) => contrast(lighter, surfaces.dark) >= 7)
  return {
    light: { band, glow, link, linkInk: white },
    dark: { band: bandDark, glow, link: linkDark, linkInk: pageDark },
  }
}

/** The contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const step = 0.0025

/** The colour made darker (-1) or lighter (1) until it passes; black or white at the latest. */
function shifted(colour: string, towards: -1 | 1, passes: (colour: string) => boolean): string {
  let [current, { lightness }] = [colour, toOklch(colour)]
  while (!passes(current) && lightness > 0 && lightness < 1) {
    lightness += towards * step
    current = withLightness(colour, lightness)
  }
  return current
}

function withLightness(colour: string, lightness: number): string {
  return toHex({ ...toOklch(colour), lightness: Math.min(Math.max(lightness, 0), 1) })
}

/** OKLCH (CSS Color 4): lightness as the eye sees it, from 0 to 1. */
interface Oklch {
  lightness: number
  chroma: number
  /** Radians. */
  hue: number
}

type Triple = readonly [number, number, number]

function toLinear(colour: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function toOklch(colour: string): Oklch {
  const [red, green, blue] = toLinear(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** With less chroma if a screen cannot show it. */
function toHex({ lightness, chroma, hue }: Oklch): string {
  let saturation = chroma
  let channels = toRgb({ lightness, chroma: saturation, hue })
  while (saturation > 0 && !channels.every((value) => value > -0.0001 && value < 1.0001)) {
    saturation = Math.max(0, saturation - 0.002)
    channels = toRgb({ lightness, chroma: saturation, hue })
  }
  const digits = channels.map((value) => {
    const clipped = Math.min(Math.max(value, 0), 1)
    const coded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}

/** Linear light. */
function toRgb({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}
