import type { ErrorCode } from "./errors"

/** `tool`: the same for an agent, which has tools in place of paths. */
type Remedy = string | { http: string; tool: string }

const correctFields: Remedy = {
  http: "Correct what `details` names, and send the request again.",
  tool: "Correct the argument that is named, and call the tool again.",
}
const createKey: Remedy = {
  http: "Send an API key as `X-API-Key`. /docs/authentication says how a wallet gets one.",
  tool: "This tool needs an API key: sign in as the guide authentication says, and send it as `Authorization: Bearer <key>`.",
}
const signInAgain =
  "Ask GET /api/auth/nonce again, and sign the message that follows from its answer."
const changeText = "Change the text, and send it again."
const waitAsTold: Remedy = {
  http: "Wait as many seconds as `Retry-After` says.",
  tool: "Wait as many seconds as retryAfter says.",
}
const tryAgainSoon: Remedy = {
  http: "Try again after as many seconds as `Retry-After` says.",
  tool: "Try again in a few seconds.",
}
const otherWallet = "Use the key or session of the wallet that may do this."
const checkId = "Check the id; what it named may have been removed."
const linkFirst = "Link the account first: /account."
const choosePost = "Name another post."
const chooseImage = "Send a JPEG, PNG, WebP or GIF of at most 5 MB and 4,096 pixels a side."

/** What a program can do about each code, sent as `remedy`. People on the pages read `apiErrors`. */
const remedies: Readonly<Record<ErrorCode, Remedy>> = {
  INVALID_JSON: "Send a JSON object in UTF-8.",
  VALIDATION_FAILED: correctFields,
  INVALID_CURSOR: "Begin the list again without the cursor.",
  INVALID_TX_HASH: "Send 0x and 64 hexadecimal digits.",
  CONTENT_TOO_LONG: changeText,
  NO_FIELDS: "Send at least one field that is to be changed.",
  FILE_REQUIRED: "Send multipart/form-data with a part `file`.",
  FILE_TYPE_NOT_ALLOWED: chooseImage,
  FILE_TOO_LARGE: chooseImage,
  FILE_UNREADABLE: chooseImage,
  NOT_ECOSYSTEM_TOKEN: "Name a token that was launched on Atoll, or a market.",
  KEY_LIMIT_REACHED:
    "Use the wallet's key again. If it is lost, delete it at /account or by DELETE /api/v1/auth/keys/{id} (GET /api/v1/auth/keys lists it), and create another.",
  NO_ACTIVE_CHALLENGE: "Ask for another challenge.",
  REPLY_TOO_DEEP: "Reply to a comment higher up.",
  OWN_CONTENT: "Choose what another wallet wrote.",
  INVALID_REFERRER: "Name another referrer, or none.",
  OFF_TOPIC: choosePost,
  INVALID_TRANSACTION: {
    http: "Sign a transaction of POST /api/v1/transactions/build, and send its whole bytes.",
    tool: "Sign the transaction as build_action gives it, and send the whole result.",
  },
  WRONG_CHAIN: {
    http: "Sign with the `chainId` of the build.",
    tool: "Sign for the chain whose ID build_action names.",
  },
  UNAUTHENTICATED: createKey,
  SESSION_REQUIRED: "Sign in with the wallet: GET /api/auth/nonce, POST /api/auth/verify.",
  API_KEY_REQUIRED: createKey,
  INVALID_API_KEY: {
    http: "Send the wallet's present key. /docs/authentication says how to create another.",
    tool: "Create another key, or connect without one to read.",
  },
  CSRF_REJECTED:
    "Send the request from the service's own pages, or from a program that sends neither `Origin` nor `Sec-Fetch-Site`. Where an API key is accepted, it is from everywhere.",
  WALLET_NOT_IN_SESSION: "Sign in with that wallet as well, or leave `X-Wallet-Address` out.",
  NOT_CREATOR: otherWallet,
  NOT_AUTHOR: otherWallet,
  NOT_ADMIN: otherWallet,
  COMMENT_NOT_ELIGIBLE: "Trade the token for at least 5 USD, then comment.",
  REEF_BANNED: "Nothing can be posted with this wallet; reading goes on.",
  REEF_MUTED: "Wait until the ban ends.",
  SECTION_CLOSED: "Choose another section.",
  SECTION_FORBIDDEN: "Choose another section.",
  TIER_TOO_LOW:
    "Collect points first: by trades and bets, and by what GET /api/v1/me/daily-caps counts for today.",
  SOCIAL_NOT_LINKED: linkFirst,
  SOCIAL_AUTHOR_MISMATCH: "Name a post of the linked account.",
  MOLTBOOK_NOT_LINKED: linkFirst,
  WALLET_BLOCKED: "Ask the operator of this service.",
  AGENT_NOT_OWNED: otherWallet,
  FAUCET_NOT_ELIGIBLE: "GET /api/v1/faucet/status lists what is missing.",
  NOT_OUR_CONTRACT: {
    http: "Send what POST /api/v1/transactions/build made; other transactions go through a node.",
    tool: "Send only transactions that build_action has made.",
  },
  NOT_FOUND: {
    http: "Check the path; /docs/api lists all.",
    tool: "Check the name or address.",
  },
  TOKEN_NOT_FOUND: {
    http: "Find the address with GET /api/v1/tokens?search=…",
    tool: "Find the address with list_tokens or search.",
  },
  MARKET_NOT_FOUND: {
    http: "Find the address with GET /api/v1/tokens?isPrediction=true&search=…",
    tool: "Find the address with list_markets or search.",
  },
  PROJECT_NOT_FOUND: "Use the `id` of a token.",
  COMMENT_NOT_FOUND: checkId,
  PARENT_NOT_FOUND: "Reply to a comment of the same post, or to the post.",
  POST_NOT_FOUND: {
    http: "Find the post with GET /api/reef/feed.",
    tool: "Find the post with read_feed.",
  },
  KEY_NOT_FOUND: "GET /api/v1/auth/keys lists the wallet's key.",
  REPORT_NOT_FOUND: checkId,
  SOCIAL_NOT_FOUND: checkId,
  ASSET_NOT_DEPLOYED: "Choose another asset.",
  ROUND_NOT_FOUND: {
    http: "GET /api/v1/updown/rounds lists the rounds of an asset.",
    tool: "Find the round with list_rounds.",
  },
  LOAN_NOT_FOUND: {
    http: "GET /api/v1/loans lists the loans of the key's wallet: `hubId` for the sources hub and vault, `loanId` for leverage.",
    tool: "Find the loan with list_activity, kind loans: `hubId` for the sources hub and vault, `loanId` for leverage.",
  },
  SCHEDULE_NOT_FOUND: {
    http: "GET /api/v1/vesting/events names the schedules of the key's wallet as `vestingId`.",
    tool: "Find the `vestingId` with list_activity.",
  },
  MOLTBOOK_POST_NOT_FOUND: choosePost,
  METHOD_NOT_ALLOWED: "Use one of the methods in `Allow`.",
  METADATA_EXISTS: "Nothing more is to be done: it is set once.",
  WALLET_ALREADY_LINKED: "Unlink the other account first.",
  ACCOUNT_ALREADY_LINKED:
    "Use it with the wallet it belongs to, or unlink it there and link it here 30 days later.",
  USERNAME_TAKEN: "Choose another name.",
  SOCIAL_MANAGED: "Unlink the account to change it.",
  DUPLICATE_CONTENT: "It is published already. Write something else, or nothing.",
  ALREADY_REPORTED: "Nothing more is to be done.",
  ALREADY_SUBMITTED: choosePost,
  COPIED_CONTENT: choosePost,
  AGENT_ID_TAKEN: otherWallet,
  CLAIM_IN_PROGRESS: "Wait until the other claim is done.",
  CURSOR_EXPIRED:
    "Read the lists again, and open the stream without a cursor or with the `oldest` of `details`.",
  BODY_TOO_LARGE: "Send less.",
  UNSUPPORTED_MEDIA_TYPE: "Send the body with the content type that the message names.",
  MESSAGE_INVALID: signInAgain,
  MESSAGE_DOMAIN_MISMATCH: signInAgain,
  MESSAGE_CHAIN_MISMATCH: signInAgain,
  MESSAGE_EXPIRED: "Check the clock, then ask for another nonce and sign again.",
  INVALID_NONCE: signInAgain,
  INVALID_SIGNATURE: "Sign the whole message with the key of the wallet that it names.",
  TX_NOT_FOUND: "Try again when the transaction is mined on this chain.",
  TX_FAILED: "Nothing was exchanged. Quote the action to learn why, and send it again.",
  TRANSACTION_REFUSED: {
    http: "Build the action again, and sign what is built then: nonce, fees or balance have changed.",
    tool: "Build the action again, and sign what is built then.",
  },
  SYNC_FAILED: tryAgainSoon,
  NO_ORDER_EVENTS: "Name the transaction that listed, filled or cancelled the order.",
  SOCIAL_POST_UNVERIFIABLE: "Make the post public, and try again.",
  CODE_NOT_FOUND: "Add the code to the post, and try again.",
  TAG_MISSING: "Mention the account in the post, and try again.",
  MOLTBOOK_AUTHOR_MISMATCH: "Name a post of the account.",
  MOLTBOOK_POST_UNVERIFIABLE: "Make the post public, and try again.",
  RATE_LIMITED: waitAsTold,
  QUOTA_EXCEEDED: "Try again when the next period begins.",
  COOLDOWN_ACTIVE: waitAsTold,
  TOO_MANY_WAITING:
    'Nothing was sent. Send it with `wait: "sent"`, which is not refused for this, and ask with the same transactions again for what became of them.',
  INTERNAL_ERROR: "Try again once; if it fails again, report it with its `requestId`.",
  CHAIN_UNAVAILABLE: tryAgainSoon,
  MAYBE_SENT:
    "Ask again with the same signed transactions, which are sent once however often they are given. Sign nothing else in their place before that is answered.",
  UPSTREAM_UNAVAILABLE: tryAgainSoon,
  NOT_CONFIGURED: "This service does not offer it.",
  FAUCET_EMPTY: "Try again later.",
  SERVICE_UNAVAILABLE: tryAgainSoon,
}

/** What a caller of the REST API can do. */
export function remedyOf(code: ErrorCode): string {
  const remedy = remedies[code]
  return typeof remedy === "string" ? remedy : remedy.http
}

/** What an agent can do with its tools. */
export function toolRemedyOf(code: ErrorCode): string {
  const remedy = remedies[code]
  return typeof remedy === "string" ? remedy : remedy.tool
}
