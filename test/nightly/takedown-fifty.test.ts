import { passages } from '../support/takedown/planted.ts'
import { takedownSuite } from '../support/takedown/suite.ts'

takedownSuite(passages)
