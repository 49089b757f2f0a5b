/** Every error code, with its HTTP status, meaning and remedy; OpenAPI and the error reference are generated from it. */
export const errorTable = {
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'A parameter or the HTTP request is invalid.',
    remedy: 'Fix what the message names. Do not retry the same request.',
  },
  INVALID_TYPE: {
    status: 400,
    meaning: 'The search filter `type` has an unknown value.',
    remedy: 'Use only: motions, matters, agenda_items, key_statements, document_sections.',
  },
  RESYNC_REQUIRED: {
    status: 400,
    meaning:
      '`since` or `cursor` was written for another database, or for a state that this one no longer has because it was restored.',
    remedy: 'List all records again, without since and cursor, and replace your copy.',
  },
  MISSING_API_KEY: {
    status: 401,
    meaning: 'The request has no API key.',
    remedy: 'Send the key in the header X-API-Key.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is malformed, unknown or revoked.',
    remedy: 'Check the key, or create a new one.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'No endpoint has this method and path.',
    remedy: 'Check the path. Every endpoint uses GET.',
  },
  MUNICIPALITY_NOT_FOUND: {
    status: 404,
    meaning: 'No municipality has this slug.',
    remedy: 'Check the slug after /api/v1/ or /api/ocd/.',
  },
  MEETING_NOT_FOUND: {
    status: 404,
    meaning: 'No meeting of the municipality has this slug.',
    remedy: 'Take the slug from the list of meetings.',
  },
  PERSON_NOT_FOUND: {
    status: 404,
    meaning: 'No person of the municipality has this slug or ID.',
    remedy: 'Take it from the list of people.',
  },
  MATTER_NOT_FOUND: {
    status: 404,
    meaning: 'No matter of the municipality has this slug.',
    remedy: 'Take the slug from the list of matters.',
  },
  MOTION_NOT_FOUND: {
    status: 404,
    meaning: 'No motion of the municipality has this slug.',
    remedy: 'Take the slug from the list of motions.',
  },
  BYLAW_NOT_FOUND: {
    status: 404,
    meaning: 'No by-law of the municipality has this slug.',
    remedy: 'Take the slug from the list of by-laws.',
  },
  DOCUMENT_NOT_FOUND: {
    status: 404,
    meaning:
      'No document of the municipality has this slug and a text, or the text has no such page.',
    remedy:
      'Take the slug from the documents of a by-law, matter or meeting, or from a search result.',
  },
  EVENT_NOT_FOUND: {
    status: 404,
    meaning: 'No event of the municipality has this Open Civic Data ID.',
    remedy: 'Take the ID from the list of events.',
  },
  BILL_NOT_FOUND: {
    status: 404,
    meaning: 'No bill of the municipality has this Open Civic Data ID.',
    remedy: 'Take the ID from the list of bills.',
  },
  VOTE_NOT_FOUND: {
    status: 404,
    meaning: 'No vote of the municipality has this Open Civic Data ID.',
    remedy: 'Take the ID from the list of votes.',
  },
  ORGANIZATION_NOT_FOUND: {
    status: 404,
    meaning: 'No organization of the municipality has this slug or ID.',
    remedy: 'Take it from the list of organizations.',
  },
  JURISDICTION_NOT_FOUND: {
    status: 404,
    meaning: 'The municipality has no jurisdiction with this Open Civic Data ID.',
    remedy: 'Take the ID from the list of jurisdictions.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    meaning:
      'The key made more requests in 60 seconds than the limit allows, or too many downloads at once.',
    remedy: 'Wait for the seconds in Retry-After, then continue.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'The service failed unexpectedly.',
    remedy: 'Retry after 1, 2 and 4 seconds. If it still fails, report the request ID.',
  },
  QUERY_ERROR: {
    status: 500,
    meaning: 'The database query failed or timed out.',
    remedy: 'Retry after 1, 2 and 4 seconds. If it still fails, report the request ID.',
  },
} as const

export type ErrorCode = keyof typeof errorTable

/** Thrown by routes and hooks to return an error of the table. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return errorTable[this.code].status
  }
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; status: number }
}

export function errorBody(code: ErrorCode, message: string): ErrorBody {
  return { error: { code, message, status: errorTable[code].status } }
}
