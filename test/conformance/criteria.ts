/** A success criterion of WCAG 2.2, level A or AA, and the checks of ours that say something about it. */
export interface Criterion {
  number: string
  name: string
  level: 'A' | 'AA'
  /** Checks that decide it on a page. */
  decided?: readonly string[]
  /** Checks that decide that a page has nothing of the kind. */
  absent?: readonly string[]
  /** Checks of a part of it. */
  part?: readonly string[]
}

const noMedia = ['there is no audio or video']
const noGestures = ['no script listens to gestures or motion']
const fits = ['the page fits the window']
const sameFrame = ['header and footer are the same']

type Line = readonly [string, string, 'A' | 'AA', Partial<Criterion>?]

// Names as in the Recommendation, https://www.w3.org/TR/WCAG22/; 4.1.1 is obsolete.
const lines: readonly Line[] = [
  ['1.1.1', 'Non-text Content', 'A'],
  ['1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', { absent: noMedia }],
  ['1.2.2', 'Captions (Prerecorded)', 'A', { absent: noMedia }],
  ['1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', { absent: noMedia }],
  ['1.2.4', 'Captions (Live)', 'AA', { absent: noMedia }],
  ['1.2.5', 'Audio Description (Prerecorded)', 'AA', { absent: noMedia }],
  ['1.3.1', 'Info and Relationships', 'A'],
  ['1.3.2', 'Meaningful Sequence', 'A'],
  ['1.3.3', 'Sensory Characteristics', 'A'],
  ['1.3.4', 'Orientation', 'AA'],
  ['1.3.5', 'Identify Input Purpose', 'AA'],
  ['1.4.1', 'Use of Color', 'A'],
  ['1.4.2', 'Audio Control', 'A', { absent: noMedia }],
  ['1.4.3', 'Contrast (Minimum)', 'AA'],
  ['1.4.4', 'Resize Text', 'AA', { part: fits }],
  ['1.4.5', 'Images of Text', 'AA'],
  ['1.4.10', 'Reflow', 'AA', { part: fits }],
  ['1.4.11', 'Non-text Contrast', 'AA'],
  ['1.4.12', 'Text Spacing', 'AA', { part: ['text can be spaced'] }],
  ['1.4.13', 'Content on Hover or Focus', 'AA'],
  ['2.1.1', 'Keyboard', 'A', { part: ['the keyboard reaches everything'] }],
  ['2.1.2', 'No Keyboard Trap', 'A', { decided: ['the keyboard leaves the page'] }],
  [
    '2.1.4',
    'Character Key Shortcuts',
    'A',
    { absent: ['no script listens to keys', 'no key opens or moves anything'] },
  ],
  ['2.2.1', 'Timing Adjustable', 'A', { part: ['nothing reloads'] }],
  ['2.2.2', 'Pause, Stop, Hide', 'A', { part: ['nothing moves', 'nothing reloads'] }],
  ['2.3.1', 'Three Flashes or Below Threshold', 'A', { part: ['nothing moves', ...noMedia] }],
  ['2.4.1', 'Bypass Blocks', 'A', { decided: ['the first link skips to the content'] }],
  ['2.4.2', 'Page Titled', 'A'],
  ['2.4.3', 'Focus Order', 'A', { part: ['the focus follows the document'] }],
  ['2.4.4', 'Link Purpose (In Context)', 'A'],
  ['2.4.5', 'Multiple Ways', 'AA'],
  ['2.4.6', 'Headings and Labels', 'AA'],
  ['2.4.7', 'Focus Visible', 'AA', { decided: ['the focus is marked'] }],
  ['2.4.11', 'Focus Not Obscured (Minimum)', 'AA', { decided: ['the focus is not hidden'] }],
  ['2.5.1', 'Pointer Gestures', 'A', { absent: noGestures }],
  ['2.5.2', 'Pointer Cancellation', 'A', { decided: noGestures }],
  ['2.5.3', 'Label in Name', 'A'],
  ['2.5.4', 'Motion Actuation', 'A', { absent: noGestures }],
  ['2.5.7', 'Dragging Movements', 'AA', { absent: ['nothing can be dragged', ...noGestures] }],
  ['2.5.8', 'Target Size (Minimum)', 'AA'],
  ['3.1.1', 'Language of Page', 'A'],
  ['3.1.2', 'Language of Parts', 'AA'],
  ['3.2.1', 'On Focus', 'A', { decided: ['the focus changes nothing'] }],
  ['3.2.2', 'On Input', 'A', { decided: ['no script listens to input'] }],
  ['3.2.3', 'Consistent Navigation', 'AA', { part: sameFrame }],
  ['3.2.4', 'Consistent Identification', 'AA'],
  ['3.2.6', 'Consistent Help', 'A', { part: sameFrame }],
  ['3.3.1', 'Error Identification', 'A', { part: ['a wrong field is named'] }],
  ['3.3.2', 'Labels or Instructions', 'A'],
  ['3.3.3', 'Error Suggestion', 'AA'],
  ['3.3.4', 'Error Prevention (Legal, Financial, Data)', 'AA'],
  ['3.3.7', 'Redundant Entry', 'A'],
  ['3.3.8', 'Accessible Authentication (Minimum)', 'AA'],
  ['4.1.2', 'Name, Role, Value', 'A'],
  ['4.1.3', 'Status Messages', 'AA', { part: ['a message is announced'] }],
]

export const criteria: readonly Criterion[] = lines.map(([number, name, level, checks]) => ({
  ...{ number, name, level },
  ...checks,
}))

// EN 301 549 V3.2.1 has the criteria of WCAG 2.1.
const newIn22 = new Set(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'])

/** The clause of EN 301 549 V3.2.1 that is the criterion; undefined of one that WCAG 2.2 added. */
export const clauseOf = ({ number }: Pick<Criterion, 'number'>): string | undefined =>
  newIn22.has(number) ? undefined : `9.${number}`
