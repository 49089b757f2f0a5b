/** `1:02:03`, or `2:03` within the first hour. */
export function clockOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = hours === 0 ? [minutes] : [hours, String(minutes).padStart(2, '0')]
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':')
}

/** The URL of a recording from a time on; undefined for hosts that document no such URL. */
export function urlAt(video: string | null, seconds: number): string | undefined {
  if (video === null || !URL.canParse(video)) return undefined
  const url = new URL(video)
  if (isOnYouTube(url)) url.searchParams.set('t', `${seconds}s`)
  // Media Fragments URI 1.0.
  else if (mediaFile.test(url.pathname)) url.hash = `t=${seconds}`
  else return undefined
  return url.href
}

const mediaFile = /\.(?:mp4|m4v|webm|ogv|mp3|m4a|ogg)$/i

const hosts: ReadonlySet<string> = new Set(['www.youtube.com', 'youtube.com', 'm.youtube.com'])

function isOnYouTube({ hostname, pathname, searchParams }: URL): boolean {
  if (hostname === 'youtu.be') return pathname.length > 1
  return hosts.has(hostname) && pathname === '/watch' && searchParams.has('v')
}
