/**
 * Words to avoid, each with the words to write instead. `prose` is matched against the text of a file (a space also
 * matches a line break within a comment), `name` against declared names and file names in lower case with spaces
 * between words (`leftOut` is `left out`), and `type` against names as they are.
 */
export interface Term {
  prose?: RegExp
  name?: RegExp
  type?: RegExp
  write: string
}

export const glossary: Term[] = [
  {
    prose: /\banswer(s|ed|ing|able)?\b/i,
    name: /\banswer(s|ed|ing)?\b/,
    write: 'response; return, respond',
  },
  {
    prose:
      /\baddress(es)? of (a|an|each|every|the|this|its) (page|list|record|endpoint|detail|API|site|service|server|database|motion|meeting|council|source|municipality|key|family|document|replica)\b/i,
    write: 'URL or endpoint',
  },
  {
    prose:
      /\b(every|no|each|all|in|base|unknown|long|an) address(es)? (is|are|that|which|in|has|have|with|of|over|and|names|begins)\b(?! e-mail)/i,
    write: 'URL or endpoint; e-mail address, IP address',
  },
  { prose: /\b(is|are|be) no address\b|\bin addresses\b/i, write: 'URL or endpoint' },
  {
    prose:
      /(?<!connections? (is |are |was |were )?)(?<!['"|`])\brefus(e|es|ed|al|als|ing)\b(?!['"])/i,
    name: /\brefus(e|es|ed|al|als|ing)\b/,
    write: 'reject, return 4xx; rejection, error',
  },
  {
    prose: /(?<!\b(page|de) ?)\bfaults?\b(?! (injection|tolera))/i,
    name: /\bfaults?\b/,
    write: 'error, issue, problem',
  },
  {
    prose:
      /\b(make|makes|making|made) (a|an|another|the|your|new|its) (new |first |own )*(key|account|municipality|folder|link|file|database|index|table|page|copy|backup|code|password)s?\b/i,
    write: 'create',
  },
  {
    prose: /\b(the|both|either|each|this|one|v1|OCD|data) famil(y|ies)\b(?! (of|name))/i,
    write: 'API',
  },
  { prose: /\ba weakness\b/i, write: 'a vulnerability' },
  {
    prose: /\b(is|are|was|were|be|been) there (already|yet)\b|\bthere already\b/i,
    write: 'already exists; does not exist yet',
  },
  { prose: /\banew\b/i, name: /\banew\b/, write: 'again' },
  { prose: /\bwho(m|so)?ever\b/i, write: 'anyone who, the client, the operator' },
  { prose: /\bnobody\b(?![@'"])/i, name: /\bnobody\b/, write: 'no one, no client; say who' },
  { prose: /\bend(s|ed|ing)? well\b/i, write: 'succeed' },
  { prose: /\bfor one\b(?= ?[,:;.)])/i, write: 'for example' },
  { prose: /\b(so|how) many\b(?! (as|more))(?<!how many)/i, write: 'the number; say which' },
  {
    prose: /\bworks? no longer\b|\b(has|have|is|are) (it|them|there|one|he|she) no longer\b/i,
    write: 'no longer works, no longer has',
  },
  {
    prose:
      /(?<!\b(there|what|which|who) )\b(is|are|was|were|be) no (?!longer\b|more\b|less\b|later\b|older\b|newer\b|bigger\b|larger\b|different\b|better\b|other\b|lower\b|higher\b|earlier\b|doubt\b|slower\b|faster\b|one\b)[a-z]/i,
    write: 'is not a …',
  },
  { prose: /\bwants (a|an|the|no|one|its|every|to be)\b|\bwant of\b/i, write: 'requires, needs' },
  {
    prose:
      /\bwhat (was|were|is|are) (asked|told|imported|meant|there|wanted|said|found|read|written|left|kept|known|given)\b/i,
    write: 'a noun: the import, the query',
  },
  {
    prose: /\b(is|are|was|were|be|been|being) told\b|\b(told of|told apart)\b/i,
    write: 'described, reported, notified; distinguished',
  },
  {
    prose:
      /\bstands? (in|at|on|under|beside|first|last|there|already|alone|behind|above|below|as|between)\b|\bstands? still\b/i,
    write: 'is in; is stopped',
  },
  {
    prose:
      /\bwhere (there (is|are|was|were)|it is|they are|it has|one is|none is|any is|none are) (none|one|no|any|many|several|not|nothing)?/i,
    write: 'if there is; when',
  },
  {
    prose: /\b(leave|leaves|leaving|left) (it |them |that |this |--?[\w-]+ |those |one )?out\b/i,
    name: /\b(leave|leaves|left) out\b/,
    write: 'omit, skip',
  },
  {
    prose: /\bin good order\b|\bslip of the pen\b|\bhang together\b|\bof its own accord\b/i,
    write: 'a plain word',
  },
  { prose: /\bas it must be\b|\bas it should be\b/i, write: 'valid' },
  { prose: /\bthe (one|other) family\b/i, write: 'the v1 API, the Open Civic Data API' },
  { prose: /\b(goes|go|went|going) on (with|from|reading|where)\b/i, write: 'continue' },
  { prose: /\b(comes|come|came) upon\b|\bupon it\b/i, write: 'find, meet' },
  {
    prose: /\b(short[- ]?cuts?|the (short|long) way)\b/i,
    name: /\bshort ?cuts?\b/,
    write: 'fast path, slow path',
  },
  {
    prose: /\b(the|your|this|our) house\b/,
    name: /\bhouse\b/,
    write: 'layout, project; your organization',
  },
  {
    prose: /\b(a|the|each|every|other|own|its|whose|both|two|of|new) rooms?\b(?! (for|to|in)\b|')/,
    name: /\brooms?\b/,
    write: 'module',
  },
  { prose: /\bcrews?\b/i, name: /\bcrews?\b/, write: 'worker pool' },
  { prose: /\bglances?\b/i, name: /\bglances?\b/, write: 'cached probe' },
  { prose: /\bgreet(s|ed|ing|ings)?\b/i, name: /\bgreet(s|ing)?\b/, write: 'print the banner' },
  {
    prose:
      /(?<!\b(take|takes|took|taking|taken|first|in) )(?<!decimal )\bplaces?\b(?!:)(?! (name|of birth))/i,
    name: /\bplace[sd]?\b/,
    write: 'location, position, slot, scope; instead of',
  },
  {
    prose:
      /\b(of|at|from) (one|this|that|its|another|each) moments?\b|\bthe moments? of\b|\bmoments of\b/i,
    name: /\bmoments?\b/,
    write: 'time, timestamp; snapshot',
  },
  {
    prose: /\b(takes?|its|his|wait for (a|its)) turns?\b/i,
    name: /\bturns?\b/,
    write: 'write lock; queue',
  },
  { prose: /\bfloor of\b|\bthe floor\b/i, name: /\bfloor\b/, write: 'baseline, minimum' },
  {
    prose: /\bthe ending\b|\bis ending\b/i,
    name: /^(ending|announce|emptied|say close|close in time|linger ms|linger)$/,
    write: 'shutdown',
  },
  { prose: /\b(patient|patience|impatient)\b/i, name: /\b(patient|patience)\b/, write: 'timeout' },
  {
    prose: /\b(successor|predecessor)s?\b/i,
    name: /\b(successor|predecessor|appoint|hear|doubt|silence)s?\b/,
    write: 'replacement, previous; register; on reply, on timeout',
  },
  { prose: /\b(campaigns?)\b/i, name: /\bcampaigns?\b/, write: 'fuzz test, chaos test, soak test' },
  {
    prose: /\b(bare floor|lawful)\b/i,
    name: /\b(lawful|manners?)\b/,
    write: 'a plain word: valid, fetch policy, flavour',
  },
  { prose: /(?<!['|])\bportions?\b/i, name: /\bportions?\b/, write: 'batch; page' },
  { prose: /\bthe way of (a|an|the)\b/i, write: 'request lifecycle; steps of an import' },
  {
    name: /^(known|told|asked|wanted|those|meant|mine|theirs)$/,
    write: 'a noun: existing, query, options, expected',
  },
  { name: /^(look up|look ups|looking up|looking up in)$/, write: 'findOne, lookup' },
  { name: /\b(figures?|add up)\b/, write: 'metric, measurement; total' },
  {
    type: /^(Text|Whole|Truth|Many|Shape|Needed|MaybeMoment|MaybeFlag|TruthFilter)$/,
    write: 'Str, Int, Bool, ArrayOf, Obj, NonBlank, NullableBool (types)',
  },
  {
    name: /^(when there|awaitable|together|remembering|be in|state now|hold still|take turns?|in turn)$/,
    write: 'mapMaybePromise, MaybePromise, batch, cachedByVersion',
  },
  {
    name: /^(slide|used up|opens at|empty at|decided alone|come back|give up|end at once|say|tell|mention|say close)$/,
    write: 'hit, exhausted, retryAt, resetAt, send, report',
  },
  {
    name: /^(papers|as text|list of|is among|settle|found texts?|weighed|ranked|finder of|first of|ask|ask (pool|http)|is plain|explain)$/,
    write: 'documents, jsonAgg, arrayParam, inArray, query, request',
  },
  { name: /^(win|ground|books|two states|outline)$/, write: 'runFuzzTest, Fixture, Ledger' },
  {
    prose: /\bcontract,? \d+(\.\d+)?\b/i,
    write: 'nothing, or docs/reference/contract.md#<anchor>',
  },
]

/** Uses of a listed word that are correct, each with the reason. The pattern matches `file: line`. */
export const allowed: { pattern: RegExp; reason: string }[] = [
  {
    pattern: /\brequests, refused\b|\brefused: number\b|\{ refused \}|\bsum\(refused\)/,
    reason: 'column of key_usage',
  },
  { pattern: /\$\{nameOf\(item\)\}Answer`/, reason: 'name of a published schema' },
  { pattern: /['"]Place["']/, reason: 'a type of schema.org' },
  { pattern: /\brefer refuse reject\b/, reason: 'what a council does with a motion' },
  {
    pattern:
      /^src\/(?:core\/headings|resources\/_shared|explore\/(?:words|parts))\/[^:]+: .*refus/is,
    reason: 'what a council does with an application',
  },
  {
    pattern:
      /^src\/(?:[^:]*closed-sessions?\b[^:]*|explore\/registers\/register[.]page[.]tsx|store\/record-tables[.]ts): .*\bground\b/,
    reason: 'the ground in law on which a meeting is closed',
  },
  {
    pattern: /^src\/(?:explore\/registers\/notices[.]tsx|resources\/notices\/[^:]+): .*\bplace\b/,
    reason: 'field of the API: where a public meeting is',
  },
  { pattern: /'Character Key Shortcuts'/, reason: 'name of a criterion of WCAG 2.2' },
  { pattern: /\b[pw]\.place\b/, reason: 'row id of the search index' },
  {
    pattern: /\^refused .* from town/,
    reason: 'a result of import_runs, as `reeve municipalities list` prints it',
  },
]
