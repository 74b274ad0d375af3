import type { Database } from "@/lib/generated/database"

type ColumnOf<T extends keyof Database> = keyof Database[T] & string

type WalletTable<T extends keyof Database> = {
  /** Columns that name a wallet. The row belongs to every wallet that one of them names. */
  wallets?: readonly ColumnOf<T>[]
  /** Rows without such a column that belong to one of the wallet's rows in another table. */
  through?: Through<T>
  /** Columns that are not exported, and why. */
  omit?: { [C in ColumnOf<T>]?: string }
}

type Through<T extends keyof Database> = {
  [O in keyof Database]: {
    column: ColumnOf<T>
    table: O
    key: ColumnOf<O>
    wallet: ColumnOf<O>
  }
}[keyof Database]

type WalletTables = { [T in keyof Database]?: WalletTable<T> }

const SECRET = "It would let others act for the wallet."
const POINTS = "Points are not public; tier and rank are in `standing`."
const ADMIN = "Names the moderator, not the wallet."

/** Every table that names a wallet, in the order of the export. A test compares this with prisma/schema. */
export const walletTables = {
  profile: { wallets: ["wallet"] },
  social_link: { wallets: ["wallet"] },
  api_key: { wallets: ["wallet"], omit: { hash: SECRET } },
  nonce: { wallets: ["address"], omit: { value: SECRET } },
  wallet_sign_out: { wallets: ["wallet"] },
  social_challenge: { wallets: ["wallet"] },
  oauth_state: {
    wallets: ["wallet"],
    omit: { hash: SECRET, session_id: SECRET, verifier: SECRET },
  },
  oauth_token: { wallets: ["wallet"], omit: { sealed: SECRET } },
  x_post: { wallets: ["wallet"] },
  moltbook_account: { wallets: ["wallet"] },
  moltbook_challenge: { wallets: ["wallet"] },
  moltbook_post: { wallets: ["wallet"] },
  released_account: { wallets: ["wallet"] },
  agent: { wallets: ["wallet"] },
  agent_text: { wallets: ["wallet"] },
  agent_award: { wallets: ["wallet"] },
  agent_identity: { wallets: ["registrant", "owner", "agent_wallet", "wallet"] },
  agent_event: { wallets: ["wallet"] },
  agent_release: { wallets: ["wallet"] },
  agent_record: { wallets: ["wallet"] },
  agent_record_due: { wallets: ["wallet"] },
  agent_feedback: { wallets: ["author"] },
  feedback_revocation: { wallets: ["author"] },
  feedback_response: { wallets: ["author", "responder"] },
  referral: { wallets: ["wallet", "referrer"] },
  referrer_set: { wallets: ["user", "referrer"] },
  faucet_claim: { wallets: ["user", "referrer"] },
  faucet_payout: {
    wallets: ["wallet"],
    omit: { signed_tx: "It is the treasury’s; its hash is given." },
  },
  points_day: { wallets: ["wallet"], omit: { own: POINTS, referral: POINTS } },
  wallet_points: { wallets: ["wallet"], omit: { total: POINTS } },
  points_due: { wallets: ["wallet"] },
  creation_award: { wallets: ["wallet"], omit: { points: POINTS } },
  rank_snapshot: { wallets: ["wallet"] },
  reef_member: { wallets: ["wallet"] },
  reef_post: { wallets: ["wallet"], omit: { searched: "The text again, in lower case." } },
  reef_post_version: {
    through: { column: "post_id", table: "reef_post", key: "id", wallet: "wallet" },
  },
  reef_comment: { wallets: ["wallet"] },
  reef_post_vote: { wallets: ["wallet"] },
  reef_comment_vote: { wallets: ["wallet"] },
  reef_report: { wallets: ["wallet"] },
  reef_action: { wallets: ["wallet"], omit: { admin: ADMIN } },
  comment: { wallets: ["author"] },
  bug_report: { wallets: ["wallet"], omit: { decided_by: ADMIN } },
  blocked_wallet: { wallets: ["wallet"], omit: { blocked_by: ADMIN } },
  avatar_upload: { wallets: ["wallet"] },
  image_quota: { wallets: ["subject"] },
  project: {
    through: { column: "address", table: "token", key: "address", wallet: "dev" },
  },
  token: { wallets: ["dev"] },
  token_creation: { wallets: ["creator"] },
  trade: { wallets: ["user"] },
  transfer: { wallets: ["from", "to"] },
  holder: { wallets: ["wallet"] },
  whitelist_event: { wallets: ["wallet"] },
  whitelist_entry: { wallets: ["wallet"] },
  whitelist_removal: { wallets: ["wallet"] },
  share_trade: { wallets: ["buyer"] },
  share_holder: { wallets: ["wallet"] },
  order_event: { wallets: ["seller", "buyer"] },
  market_order: { wallets: ["seller"] },
  market_event: { wallets: ["wallet"] },
  market: { wallets: ["proposer", "disputer", "vetoer"] },
  updown_bet: { wallets: ["wallet"] },
  updown_claim: { wallets: ["wallet"] },
  updown_position: { wallets: ["wallet"] },
  updown_wallet: { wallets: ["wallet"] },
  updown_end: { wallets: ["settler"] },
  updown_round: { wallets: ["settler"] },
  loan_event: { wallets: ["wallet", "borrower"] },
  loan: { wallets: ["wallet", "borrower"] },
  wallet_trades: { wallets: ["wallet"] },
  list_count: { wallets: ["wallet"] },
  vault_event: { wallets: ["wallet"] },
  vault_balance: { wallets: ["wallet"] },
  vesting_event: { wallets: ["wallet"] },
  vesting_reading: { wallets: ["creator", "beneficiary"] },
  vesting_schedule: { wallets: ["creator", "beneficiary"] },
  vesting_party: { wallets: ["wallet"] },
} as const satisfies WalletTables

/** Columns that name a wallet and by which nothing is exported, and why. */
export const walletExceptions: Readonly<Record<string, string>> = {
  "reef_action.admin": ADMIN,
  "bug_report.decided_by": ADMIN,
  "blocked_wallet.blocked_by": ADMIN,
  "faucet_payout.referrer": "Another wallet’s payout; the referral itself is exported.",
  "faucet_payout.treasury": "The operator’s account.",
  "keeper_status.address": "The operator’s account.",
  "rank_chunk.wallet":
    "Where a part of the order of ranks begins; it holds the points of that wallet.",
  "stream_event.topics":
    "Names who a row of another table is told to, for seven days; the row itself is exported.",
  "stream_event.data": "What streams tell of rows of other tables, which are exported.",
  "unreadable_log.emitter": "A contract, as no wallet emits a log.",
}
