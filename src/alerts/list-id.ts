/** Of RFC 2919: the host of the site, which a list at an IP address or without a dot has too. */
export function listId(siteUrl: string): { comment: string; url: string } {
  return { comment: 'Reeve alerts', url: `alerts.${new URL(siteUrl).hostname}` }
}
