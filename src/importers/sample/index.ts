import type { OpenedSource, SourceItem } from '../source.ts'
import { sampleRecords } from './records.ts'
import type { Sample } from './schema.ts'

/** The record of an invented town, from about eighteen months before `today` (YYYY-MM-DD) to six weeks after it. */
export function openSample(sample: Sample, today: string): OpenedSource {
  const { name, division_id, time_zone, url } = sample.town
  const records = sampleRecords(sample, today)
  return {
    name: 'invented-sample',
    url,
    licence: 'CC0-1.0',
    municipality: { name, division_id, time_zone, url },
    expected: records.length,
    items: records.map(itemOf),
    asOf: () => today,
  }
}

/** An undefined field is one that the record does not have. */
function itemOf(record: { key?: string | undefined }): SourceItem {
  return { type: 'record', record: JSON.parse(JSON.stringify(record)), location: record.key ?? '' }
}
