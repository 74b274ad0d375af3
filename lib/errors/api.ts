import type { ErrorCode } from "@/lib/api/errors"
import type { ErrorText } from "./text"

/** Text of every error code of the API. */
export const apiErrors: Readonly<Record<ErrorCode, ErrorText>> = {
  INVALID_JSON: {
    sentence: "The request was not understood.",
    remedy: "Reload the page and try again.",
  },
  VALIDATION_FAILED: {
    sentence: "Something in the form is not accepted.",
    remedy: "Check what you entered.",
  },
  INVALID_CURSOR: {
    sentence: "The list has changed since this page of it was loaded.",
    remedy: "Start again from the top of the list.",
  },
  INVALID_TX_HASH: {
    sentence: "This is not a transaction hash.",
    remedy: "Copy the whole hash, 0x and 64 characters, and try again.",
  },
  CONTENT_TOO_LONG: { sentence: "The text is too long.", remedy: "Shorten it and send it again." },
  NO_FIELDS: { sentence: "Nothing was changed.", remedy: "Change something before you save." },
  FILE_REQUIRED: { sentence: "No file was chosen.", remedy: "Choose an image first." },
  FILE_TYPE_NOT_ALLOWED: {
    sentence: "The file is not a JPEG, PNG, WebP or GIF image.",
    remedy: "Choose an image of one of these kinds.",
  },
  FILE_TOO_LARGE: { sentence: "The image is larger than 5 MB.", remedy: "Choose a smaller image." },
  FILE_UNREADABLE: {
    sentence: "The image cannot be read, or has too many pixels.",
    remedy: "Save it again in another program, or choose another one.",
  },
  NOT_ECOSYSTEM_TOKEN: {
    sentence: "The address is not a token that was launched here.",
    remedy: "Choose a token from the launchpad.",
  },
  KEY_LIMIT_REACHED: {
    sentence: "This wallet already has an API key.",
    remedy: "Revoke the existing key before creating another.",
  },
  NO_ACTIVE_CHALLENGE: {
    sentence: "The task for this wallet has expired.",
    remedy: "Start the linking again.",
  },
  REPLY_TOO_DEEP: {
    sentence: "This thread cannot go any deeper.",
    remedy: "Reply further up in the thread.",
  },
  OWN_CONTENT: {
    sentence: "You cannot vote on or report what you wrote yourself.",
    remedy: "Choose somebody else's post.",
  },
  INVALID_REFERRER: {
    sentence: "This wallet cannot be your referrer.",
    remedy: "Name another wallet, or none.",
  },
  OFF_TOPIC: {
    sentence: "The post is not about Atoll.",
    remedy: "Choose a post in Atoll's forum, or one that mentions Atoll.",
  },
  UNAUTHENTICATED: {
    sentence: "You are not signed in, or your session has expired.",
    remedy: "Sign in with your wallet and try again.",
  },
  SESSION_REQUIRED: {
    sentence: "This needs a signed-in wallet.",
    remedy: "Sign in with your wallet and try again.",
  },
  API_KEY_REQUIRED: {
    sentence: "This is done with an API key only.",
    remedy: "Create a key in the settings and send it with the request.",
  },
  INVALID_API_KEY: {
    sentence: "The API key is unknown or was revoked.",
    remedy: "Create a new key in the settings.",
  },
  CSRF_REJECTED: {
    sentence: "The request did not come from Atoll's own address.",
    remedy: "Open Atoll at its proper address and try again.",
  },
  WALLET_NOT_IN_SESSION: {
    sentence: "That wallet is no longer signed in.",
    remedy: "Sign in with your wallet and try again.",
  },
  NOT_CREATOR: {
    sentence: "Only the creator of the token may do this.",
    remedy: "Act as the wallet that created the token.",
  },
  NOT_AUTHOR: {
    sentence: "Only the author may change this.",
    remedy: "Act as the wallet that wrote it.",
  },
  NOT_ADMIN: {
    sentence: "This is reserved to the operator of the platform.",
    remedy: "Act as an operator's wallet.",
  },
  COMMENT_NOT_ELIGIBLE: {
    sentence: "A comment needs a trade of yours that has none yet.",
    remedy: "Trade first, then comment on that trade.",
  },
  REEF_BANNED: {
    sentence: "This wallet may not write in the Reef any more.",
    remedy: "Use the Reef as a reader.",
  },
  REEF_MUTED: {
    sentence: "This wallet may not write in the Reef for a while.",
    remedy: "Come back when the time is over.",
  },
  SECTION_CLOSED: {
    sentence: "This section takes no new posts.",
    remedy: "Choose another section.",
  },
  SECTION_FORBIDDEN: {
    sentence: "This section is not open to you.",
    remedy: "Choose another section.",
  },
  TIER_TOO_LOW: {
    sentence: "Reporting needs 500 points, without those for registering an agent.",
    remedy: "Trade or take part in markets first.",
  },
  SOCIAL_NOT_LINKED: {
    sentence: "No X account is linked to this wallet.",
    remedy: "Link one in the settings first.",
  },
  SOCIAL_AUTHOR_MISMATCH: {
    sentence: "The post was written by another X account.",
    remedy: "Choose a post of the account you linked.",
  },
  MOLTBOOK_NOT_LINKED: {
    sentence: "No Moltbook account is linked to this wallet.",
    remedy: "Link one in the settings first.",
  },
  WALLET_BLOCKED: {
    sentence: "This wallet was blocked by the operator.",
    remedy: "Ask the operator of this site.",
  },
  AGENT_NOT_OWNED: {
    sentence: "The agent belongs to another wallet.",
    remedy: "Act as the wallet that owns the agent.",
  },
  FAUCET_NOT_ELIGIBLE: {
    sentence: "This wallet does not meet the conditions of the faucet yet.",
    remedy: "Look at the conditions on the faucet page.",
  },
  NOT_FOUND: {
    sentence: "There is no such page, or it was removed.",
    remedy: "Go to the home page and start from there.",
  },
  TOKEN_NOT_FOUND: {
    sentence: "There is no such token, or it was removed.",
    remedy: "Look for it in the launchpad.",
  },
  MARKET_NOT_FOUND: {
    sentence: "There is no such market, or it was removed.",
    remedy: "Look for it in the list of markets.",
  },
  PROJECT_NOT_FOUND: {
    sentence: "There is no such project page, or it was removed.",
    remedy: "Look for the token in the launchpad.",
  },
  COMMENT_NOT_FOUND: {
    sentence: "There is no such comment, or it was removed.",
    remedy: "Reload the page to see the current ones.",
  },
  PARENT_NOT_FOUND: {
    sentence: "The post you reply to is not there any more.",
    remedy: "Reload the page to see the current ones.",
  },
  POST_NOT_FOUND: {
    sentence: "There is no such post, or it was removed.",
    remedy: "Reload the page to see the current ones.",
  },
  KEY_NOT_FOUND: {
    sentence: "There is no such key, or it was removed.",
    remedy: "Reload the page to see the current keys.",
  },
  REPORT_NOT_FOUND: {
    sentence: "There is no such report, or it was removed.",
    remedy: "Reload the page to see the current ones.",
  },
  SOCIAL_NOT_FOUND: {
    sentence: "There is no such linked account, or it was removed.",
    remedy: "Reload the page to see the current ones.",
  },
  ASSET_NOT_DEPLOYED: {
    sentence: "There is no market for this asset on this chain.",
    remedy: "Choose another asset.",
  },
  ROUND_NOT_FOUND: {
    sentence: "There is no such round, or it was removed.",
    remedy: "Reload the page to see the current rounds.",
  },
  MOLTBOOK_POST_NOT_FOUND: {
    sentence: "There is no such Moltbook post, or it was removed.",
    remedy: "Check its address and try again.",
  },
  METHOD_NOT_ALLOWED: {
    sentence: "The request is not possible here.",
    remedy: "Reload the page and try again.",
  },
  METADATA_EXISTS: {
    sentence: "This token already has its description and picture.",
    remedy: "There is nothing to do; they stay as they are.",
  },
  WALLET_ALREADY_LINKED: {
    sentence: "This wallet is linked to an account already.",
    remedy: "Unlink that account first.",
  },
  ACCOUNT_ALREADY_LINKED: {
    sentence: "This account is linked to another wallet already.",
    remedy: "Unlink it there first.",
  },
  USERNAME_TAKEN: { sentence: "The name is in use or reserved.", remedy: "Choose another name." },
  SOCIAL_MANAGED: {
    sentence: "The link to X comes from the linked account.",
    remedy: "Unlink the account to change it.",
  },
  DUPLICATE_CONTENT: {
    sentence: "You posted the same within the last 24 hours.",
    remedy: "Write something new, or wait a day.",
  },
  ALREADY_REPORTED: {
    sentence: "You have reported this before.",
    remedy: "There is nothing more to do; it will be looked at.",
  },
  ALREADY_SUBMITTED: {
    sentence: "This post was handed in before.",
    remedy: "Hand in another post.",
  },
  COPIED_CONTENT: {
    sentence: "The same text was handed in before.",
    remedy: "Hand in a post in your own words.",
  },
  AGENT_ID_TAKEN: {
    sentence: "The agent is bound to another wallet.",
    remedy: "Act as that wallet, or register another agent.",
  },
  CLAIM_IN_PROGRESS: {
    sentence: "Another claim of this wallet is still running.",
    remedy: "Wait until it is done.",
  },
  BODY_TOO_LARGE: {
    sentence: "What was sent is too large.",
    remedy: "Shorten the text or choose a smaller file.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    sentence: "This kind of content is not accepted here.",
    remedy: "Reload the page and try again.",
  },
  MESSAGE_INVALID: {
    sentence: "The sign-in message was not accepted.",
    remedy: "Sign in with your wallet and try again.",
  },
  MESSAGE_DOMAIN_MISMATCH: {
    sentence: "The message was signed for another site.",
    remedy: "Open Atoll at its proper address and sign in there.",
  },
  MESSAGE_CHAIN_MISMATCH: {
    sentence: "The message was signed for another chain.",
    remedy: "Switch your wallet to this chain and sign in again.",
  },
  MESSAGE_EXPIRED: {
    sentence: "The sign-in message has expired, or the clock of this device is wrong.",
    remedy: "Check the clock and sign in again.",
  },
  INVALID_NONCE: {
    sentence: "The sign-in message was used or has expired.",
    remedy: "Sign in again.",
  },
  INVALID_SIGNATURE: {
    sentence: "The signature does not belong to this wallet.",
    remedy: "Choose the right account in your wallet and sign in again.",
  },
  TX_NOT_FOUND: {
    sentence: "The index does not see the transaction yet.",
    remedy: "Wait a moment and try again.",
  },
  TX_FAILED: {
    sentence: "The transaction was reverted on the chain.",
    remedy: "Nothing was exchanged; try again.",
  },
  SYNC_FAILED: {
    sentence: "The index could not read the transaction yet.",
    remedy: "Wait a moment and try again.",
  },
  NO_ORDER_EVENTS: {
    sentence: "The transaction changed no order.",
    remedy: "Choose the transaction in which the order was placed or cancelled.",
  },
  SOCIAL_POST_UNVERIFIABLE: {
    sentence: "The post cannot be found, or is not public.",
    remedy: "Make it public and try again.",
  },
  CODE_NOT_FOUND: {
    sentence: "The code is not in the post.",
    remedy: "Put the code into the post and try again.",
  },
  TAG_MISSING: {
    sentence: "The post does not mention Atoll's account.",
    remedy: "Mention the account in the post and try again.",
  },
  MOLTBOOK_AUTHOR_MISMATCH: {
    sentence: "The post was written by another Moltbook account.",
    remedy: "Choose a post of the account you named.",
  },
  MOLTBOOK_POST_UNVERIFIABLE: {
    sentence: "The Moltbook post cannot be read.",
    remedy: "Check that it is public and try again.",
  },
  RATE_LIMITED: {
    sentence: "Too many requests in a short time.",
    remedy: "Wait a minute and try again.",
  },
  QUOTA_EXCEEDED: {
    sentence: "The allowance for this period is used up.",
    remedy: "Come back when the next period has begun.",
  },
  COOLDOWN_ACTIVE: {
    sentence: "The waiting time is not over yet.",
    remedy: "Come back when it is over.",
  },
  INTERNAL_ERROR: {
    sentence: "Something went wrong on our side.",
    remedy: "Try again. If it keeps happening, please report it.",
  },
  CHAIN_UNAVAILABLE: {
    sentence: "Atoll cannot reach the chain at the moment.",
    remedy: "Wait a moment and try again.",
  },
  UPSTREAM_UNAVAILABLE: {
    sentence: "A service that Atoll relies on does not answer.",
    remedy: "Wait a moment and try again.",
  },
  NOT_CONFIGURED: {
    sentence: "The operator has not switched this on.",
    remedy: "Ask the operator of this site.",
  },
  FAUCET_EMPTY: {
    sentence: "The faucet is empty at the moment.",
    remedy: "Come back later; the operator fills it up.",
  },
  SERVICE_UNAVAILABLE: {
    sentence: "Atoll is starting or under maintenance.",
    remedy: "Wait a moment and try again.",
  },
}
