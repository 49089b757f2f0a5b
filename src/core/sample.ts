/** The name of the source of the sample. */
export const sampleSource = 'invented-sample'
