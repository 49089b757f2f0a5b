/** Verbs with which a body decides. */
const verbs = new Set(
  `accept acknowledge acquire add adjourn adopt advise affirm agree allocate allow amend appoint approve ask assign authorise
   authorize award call cancel carry change close commit concur confirm consent consider convey create deem defer
   delegate delete deny designate determine direct dispense dissolve elect enact encourage endorse enter establish
   execute exempt express extend file forward fund grant hear hold implement increase initiate instruct invite issue
   join lift maintain make move name nominate note open oppose pass permit postpone proceed proclaim prohibit propose
   provide publish purchase ratify reaffirm receive recognize recommend recommit reconsider reduce refer refuse reject
   release remove rename renew repeal replace request require rescind reserve resolve restore return revise sell send
   set sign submit support suspend table take terminate thank transfer uphold urge waive withdraw write`.split(
    /\s+/,
  ),
)

/** Whether a text begins with a verb by which a body decides. */
export const beginsWithVerb = (text: string): boolean =>
  isDecidingVerb(/^[\p{L}-]+/u.exec(text)?.[0].toLowerCase() ?? '')

/** Whether a body decides with this verb, in its base form. */
export const isDecidingVerb = (word: string): boolean => verbs.has(word)
