import type { Json, Service } from '../service/service.ts'

export interface ToolResult {
  isError: boolean
  text: string
  json: Json
}

/** Calls a tool as a client does that sends no more than it must. */
export async function callTool(
  service: Pick<Service, 'url'>,
  name: string,
  given: unknown,
): Promise<ToolResult> {
  const { status, json } = await postMcp(service, {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  })
  if (json?.result === undefined)
    return { isError: true, text: JSON.stringify(json?.error), json: { status } }
  const { content, isError = false } = json.result
  const [{ text }] = content
  return { isError, text, json: isError ? undefined : JSON.parse(text) }
}

interface PostOptions {
  headers?: Record<string, string>
  method?: string
}

/** Sends a message, or a text as it is. */
export async function postMcp(
  { url }: Pick<Service, 'url'>,
  body: unknown,
  { headers = {}, method = 'POST' }: PostOptions = {},
) {
  const response = await fetch(`${url}/mcp`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  let json: Json
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text, json }
}
