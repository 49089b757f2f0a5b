/** The value of each series of a `/metrics` response; throws if a line is not valid in the text format 0.0.4. */
export function readExposition(text: string): Map<string, number> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of text.slice(0, -1).split(/\n+/)) {
    const type = /^# TYPE ([a-z][a-z0-9_]*) (counter|gauge|histogram)$/.exec(line)
    if (type !== null) noteType(types, type[1] ?? '', type[2] ?? '')
    else if (!/^# HELP [a-z][a-z0-9_]* \S.*$/.test(line)) noteSample(samples, types, line)
  }
  return samples
}

function noteType(types: Map<string, string>, name: string, type: string): void {
  if (types.has(name)) throw new Error(`the type of ${name} is given twice`)
  types.set(name, type)
}

const sample =
  /^([a-z][a-z0-9_]*)((?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})?) (-?[0-9.]+(?:e[+-]?[0-9]+)?|NaN)$/

function noteSample(samples: Map<string, number>, types: Map<string, string>, line: string): void {
  const [, name = '', labels = '', value = ''] = sample.exec(line) ?? []
  if (name === '') throw new Error(`not a sample: ${line}`)
  const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
  if (!types.has(family)) throw new Error(`no type before ${line}`)
  if (samples.has(name + labels)) throw new Error(`given twice: ${line}`)
  samples.set(name + labels, Number(value))
}
