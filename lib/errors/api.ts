import type { ErrorCode } from "@/lib/http/errors"
import type { ErrorText } from "./text"

const notFound = (what: string, remedy = "Reload the page."): ErrorText => ({
  sentence: `This ${what} does not exist or was removed.`,
  remedy,
})

/** Text of every error code of the API. */
export const apiErrors: Readonly<Record<ErrorCode, ErrorText>> = {
  INVALID_JSON: {
    sentence: "The request was not understood.",
    remedy: "Reload the page and try again.",
  },
  VALIDATION_FAILED: {
    sentence: "Some fields are invalid.",
    remedy: "Check what you entered and try again.",
  },
  CURSOR_EXPIRED: {
    sentence: "What followed this place in the stream is no longer kept.",
    remedy: "Read the lists again and open the stream without a cursor.",
  },
  INVALID_CURSOR: {
    sentence: "The list has changed since it was loaded.",
    remedy: "Reload the list.",
  },
  INVALID_TX_HASH: {
    sentence: "This is not a transaction hash.",
    remedy: "Enter 0x followed by 64 hexadecimal characters.",
  },
  CONTENT_TOO_LONG: { sentence: "The text is too long.", remedy: "Shorten it and send it again." },
  NO_FIELDS: { sentence: "Nothing was changed.", remedy: "Change something before you save." },
  FILE_REQUIRED: { sentence: "No file was chosen.", remedy: "Choose an image first." },
  FILE_TYPE_NOT_ALLOWED: {
    sentence: "The file is not a JPEG, PNG, WebP or GIF image.",
    remedy: "Choose a JPEG, PNG, WebP or GIF image.",
  },
  FILE_TOO_LARGE: { sentence: "The image is larger than 5 MB.", remedy: "Choose a smaller image." },
  FILE_UNREADABLE: {
    sentence: "The image cannot be read or has too many pixels.",
    remedy: "Export it again, or choose another image.",
  },
  NOT_ECOSYSTEM_TOKEN: {
    sentence: "This is not the address of a token launched on Atoll.",
    remedy: "Choose a token from the launchpad.",
  },
  KEY_LIMIT_REACHED: {
    sentence: "This wallet already has an API key.",
    remedy: "Revoke the existing key before creating another.",
  },
  NO_ACTIVE_CHALLENGE: {
    sentence: "The verification for this wallet has expired.",
    remedy: "Start linking the account again.",
  },
  REPLY_TOO_DEEP: {
    sentence: "This thread has reached its maximum depth.",
    remedy: "Reply to a comment higher up.",
  },
  OWN_CONTENT: {
    sentence: "You cannot vote on or report your own content.",
    remedy: "Choose another user's post.",
  },
  INVALID_REFERRER: {
    sentence: "This wallet cannot be your referrer.",
    remedy: "Choose another referrer, or none.",
  },
  OFF_TOPIC: {
    sentence: "The post is not about Atoll.",
    remedy: "Choose a post in the Atoll forum, or one that mentions Atoll.",
  },
  INVALID_TRANSACTION: {
    sentence: "This is not a signed transaction.",
    remedy: "Sign one of the transactions of a build, and send its bytes.",
  },
  WRONG_CHAIN: {
    sentence: "The transaction is signed for another chain.",
    remedy: "Sign it with the chain ID of the build.",
  },
  UNAUTHENTICATED: {
    sentence: "You are not signed in, or your session has expired.",
    remedy: "Sign in with your wallet and try again.",
  },
  SESSION_REQUIRED: {
    sentence: "This requires a signed-in wallet.",
    remedy: "Sign in with your wallet and try again.",
  },
  API_KEY_REQUIRED: {
    sentence: "This requires an API key.",
    remedy: "Create a key on the account page and send it with the request.",
  },
  INVALID_API_KEY: {
    sentence: "The API key is unknown or was revoked.",
    remedy: "Create a new key on the account page.",
  },
  CSRF_REJECTED: {
    sentence: "Atoll is open at another address than its own.",
    remedy: "Open Atoll’s own address and try again.",
  },
  WALLET_NOT_IN_SESSION: {
    sentence: "That wallet is no longer signed in.",
    remedy: "Sign in with your wallet and try again.",
  },
  NOT_CREATOR: {
    sentence: "Only the token's creator can do this.",
    remedy: "Switch to the wallet that created the token.",
  },
  NOT_AUTHOR: {
    sentence: "Only the author can do this.",
    remedy: "Switch to the wallet that wrote it.",
  },
  NOT_ADMIN: { sentence: "Only an admin can do this.", remedy: "Switch to an admin wallet." },
  COMMENT_NOT_ELIGIBLE: {
    sentence: "Each comment requires a trade of this token that has no comment yet.",
    remedy: "Trade the token first, then comment.",
  },
  REEF_BANNED: {
    sentence: "This wallet is banned from posting in the Reef.",
    remedy: "You can still read the Reef.",
  },
  REEF_MUTED: {
    sentence: "This wallet is temporarily banned from posting in the Reef.",
    remedy: "Try again when the ban ends.",
  },
  SECTION_CLOSED: {
    sentence: "This section does not accept new posts.",
    remedy: "Choose another section.",
  },
  SECTION_FORBIDDEN: {
    sentence: "You cannot post in this section.",
    remedy: "Choose another section.",
  },
  TIER_TOO_LOW: {
    sentence: "Reporting requires 500 points, not counting points for registering an agent.",
    remedy: "Trade or take part in markets to earn points.",
  },
  SOCIAL_NOT_LINKED: {
    sentence: "No X account is linked to this wallet.",
    remedy: "Link one on the account page first.",
  },
  SOCIAL_AUTHOR_MISMATCH: {
    sentence: "The post is from another X account.",
    remedy: "Choose a post from your linked account.",
  },
  MOLTBOOK_NOT_LINKED: {
    sentence: "No Moltbook account is linked to this wallet.",
    remedy: "Link one on the account page first.",
  },
  WALLET_BLOCKED: {
    sentence: "This wallet is blocked.",
    remedy: "Contact the operator of this site.",
  },
  AGENT_NOT_OWNED: {
    sentence: "This agent ID belongs to another wallet.",
    remedy: "Switch to the wallet that owns it.",
  },
  FAUCET_NOT_ELIGIBLE: {
    sentence: "This wallet is not eligible for the faucet yet.",
    remedy: "Check the requirements on the faucet page.",
  },
  NOT_OUR_CONTRACT: {
    sentence: "Only calls of Atoll's contracts are sent on.",
    remedy: "Send other transactions through a node of your own.",
  },
  NOT_FOUND: notFound("page", "Go to the home page."),
  TOKEN_NOT_FOUND: notFound("token", "Search for it on the launchpad."),
  MARKET_NOT_FOUND: notFound("market", "Search for it in the list of markets."),
  PROJECT_NOT_FOUND: notFound("project page", "Search for the token on the launchpad."),
  COMMENT_NOT_FOUND: notFound("comment"),
  PARENT_NOT_FOUND: notFound("post or comment"),
  POST_NOT_FOUND: notFound("post"),
  KEY_NOT_FOUND: notFound("key"),
  REPORT_NOT_FOUND: notFound("report"),
  SOCIAL_NOT_FOUND: notFound("account"),
  ASSET_NOT_DEPLOYED: {
    sentence: "There is no market for this asset on this chain.",
    remedy: "Choose another asset.",
  },
  ROUND_NOT_FOUND: notFound("round"),
  LOAN_NOT_FOUND: notFound("loan", "Look for it in your list of loans."),
  SCHEDULE_NOT_FOUND: notFound("schedule", "Look for it in your list of schedules."),
  MOLTBOOK_POST_NOT_FOUND: notFound("Moltbook post", "Check its address and try again."),
  METHOD_NOT_ALLOWED: {
    sentence: "This request is not supported.",
    remedy: "Reload the page and try again.",
  },
  METADATA_EXISTS: {
    sentence: "This token already has a description and an image.",
    remedy: "No action is needed.",
  },
  WALLET_ALREADY_LINKED: {
    sentence: "This wallet is already linked to an account.",
    remedy: "Unlink that account first.",
  },
  ACCOUNT_ALREADY_LINKED: {
    sentence: "This account is already linked to another wallet.",
    remedy: "Use that wallet, or unlink it there and link it here 30 days later.",
  },
  USERNAME_TAKEN: {
    sentence: "This username is taken or reserved.",
    remedy: "Choose another username.",
  },
  SOCIAL_MANAGED: {
    sentence: "This X handle comes from the linked account.",
    remedy: "Unlink the account to change it.",
  },
  DUPLICATE_CONTENT: {
    sentence: "You posted the same text in the last 24 hours.",
    remedy: "Write something new, or wait a day.",
  },
  ALREADY_REPORTED: {
    sentence: "You have already reported this.",
    remedy: "A moderator will review it.",
  },
  ALREADY_SUBMITTED: {
    sentence: "This post was already submitted.",
    remedy: "Submit another post.",
  },
  COPIED_CONTENT: {
    sentence: "The same text was already submitted.",
    remedy: "Submit a post in your own words.",
  },
  AGENT_ID_TAKEN: {
    sentence: "This agent ID is registered to another wallet.",
    remedy: "Switch to that wallet, or register another agent.",
  },
  CLAIM_IN_PROGRESS: {
    sentence: "Another claim for this wallet is in progress.",
    remedy: "Wait until it completes.",
  },
  BODY_TOO_LARGE: {
    sentence: "The request is too large.",
    remedy: "Shorten the text or choose a smaller file.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    sentence: "This content type is not supported.",
    remedy: "Reload the page and try again.",
  },
  MESSAGE_INVALID: {
    sentence: "The sign-in message is invalid.",
    remedy: "Sign in with your wallet and try again.",
  },
  MESSAGE_DOMAIN_MISMATCH: {
    sentence: "The message was signed for another site.",
    remedy: "Open Atoll at its own address and sign in there.",
  },
  MESSAGE_CHAIN_MISMATCH: {
    sentence: "The message was signed for another chain.",
    remedy: "Switch your wallet to this chain and sign in again.",
  },
  MESSAGE_EXPIRED: {
    sentence: "The sign-in message has expired, or this device's clock is wrong.",
    remedy: "Check the clock and sign in again.",
  },
  INVALID_NONCE: {
    sentence: "The sign-in message was already used or has expired.",
    remedy: "Sign in again.",
  },
  INVALID_SIGNATURE: {
    sentence: "The signature is not from this wallet.",
    remedy: "Select the right account in your wallet and sign in again.",
  },
  TX_NOT_FOUND: {
    sentence: "The transaction was not found.",
    remedy: "Wait a moment and try again.",
  },
  TX_FAILED: {
    sentence: "The transaction was reverted.",
    remedy: "No funds were exchanged. Try again.",
  },
  TRANSACTION_REFUSED: {
    sentence: "The node refuses the transaction.",
    remedy: "Build it again: nonce, fees or balance have changed.",
  },
  SYNC_FAILED: {
    sentence: "The transaction could not be indexed yet.",
    remedy: "Wait a moment and try again.",
  },
  NO_ORDER_EVENTS: {
    sentence: "The transaction changed no order.",
    remedy: "Choose the transaction that placed or cancelled the order.",
  },
  SOCIAL_POST_UNVERIFIABLE: {
    sentence: "The post was not found or is not public.",
    remedy: "Make it public and try again.",
  },
  CODE_NOT_FOUND: {
    sentence: "The post does not contain the code.",
    remedy: "Add the code to the post and try again.",
  },
  TAG_MISSING: {
    sentence: "The post does not mention Atoll's account.",
    remedy: "Mention the account in the post and try again.",
  },
  MOLTBOOK_AUTHOR_MISMATCH: {
    sentence: "The post is from another Moltbook account.",
    remedy: "Choose a post from the account you named.",
  },
  MOLTBOOK_POST_UNVERIFIABLE: {
    sentence: "The Moltbook post cannot be read.",
    remedy: "Check that it is public and try again.",
  },
  RATE_LIMITED: { sentence: "Too many requests.", remedy: "Wait a minute and try again." },
  QUOTA_EXCEEDED: {
    sentence: "You have reached the limit for this period.",
    remedy: "Try again when the next period starts.",
  },
  COOLDOWN_ACTIVE: {
    sentence: "The cooldown has not ended yet.",
    remedy: "Try again when it ends.",
  },
  TOO_MANY_WAITING: {
    sentence: "Too many requests wait for transactions. Nothing was sent.",
    remedy: "Wait until they are mined.",
  },
  INTERNAL_ERROR: {
    sentence: "Something went wrong on our side.",
    remedy: "Try again. If the problem persists, please report it.",
  },
  CHAIN_UNAVAILABLE: {
    sentence: "The chain is not responding.",
    remedy: "Wait a moment and try again.",
  },
  MAYBE_SENT: {
    sentence: "Checking whether it was sent.",
    remedy: "Wait until that is known before you do it again.",
  },
  UPSTREAM_UNAVAILABLE: {
    sentence: "An external service is not responding.",
    remedy: "Wait a moment and try again.",
  },
  NOT_CONFIGURED: {
    sentence: "This feature is not enabled.",
    remedy: "Contact the operator of this site.",
  },
  FAUCET_EMPTY: { sentence: "The faucet is empty.", remedy: "Try again later." },
  SERVICE_UNAVAILABLE: {
    sentence: "Atoll is starting or under maintenance.",
    remedy: "Wait a moment and try again.",
  },
}
