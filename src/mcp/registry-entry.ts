const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** The entry of a service for the MCP registry, which names servers by the domain of who runs them. */
export function registryEntry(siteUrl: string, version: string) {
  const domain = new URL(siteUrl).hostname.split('.').toReversed().join('.')
  return {
    $schema: schema,
    name: `${domain}/reeve`,
    description: 'The record of municipal councils: meetings, motions and how each member voted.',
    version: version.split('+', 1)[0],
    websiteUrl: siteUrl,
    remotes: [{ type: 'streamable-http', url: `${siteUrl}/mcp` }],
  }
}
