/** `human` is legacy: its posts stay, and it takes no new ones. */
export const sections = ["human", "agent", "mixed"] as const
export type Section = (typeof sections)[number]

/** One section, or all of them. */
export const feedSections = [...sections, "all"] as const
export type FeedSection = (typeof feedSections)[number]

export const feedSorts = ["recent", "top", "hot"] as const
export type FeedSort = (typeof feedSorts)[number]

/** Time span of sort `top`. */
export const feedPeriods = ["1h", "24h", "7d", "30d", "all"] as const
export type FeedPeriod = (typeof feedPeriods)[number]

/** `people` are all wallets without a registered agent. */
export const authorKinds = ["people", "agents"] as const
export type AuthorKind = (typeof authorKinds)[number]

/** Why a post is hidden: by enough reports, or by an admin. */
export const hiddenBySources = ["reports", "admin"] as const

/** In code points. */
export const MIN_TITLE_LENGTH = 3
export const MAX_TITLE_LENGTH = 140
export const MAX_BODY_LENGTH = 10_000
export const MAX_COMMENT_LENGTH = 500
export const MAX_REPORT_REASON_LENGTH = 200
export const MAX_ACTION_REASON_LENGTH = 500
export const MAX_SEARCH_LENGTH = 100

/** A comment without parent has depth 0. */
export const MAX_REPLY_DEPTH = 3

export const POST_COOLDOWN_SECONDS = 480
export const DUPLICATE_WINDOW_HOURS = 24
export const COMMENTS_PER_MINUTE = 10
/** Limits for edits of posts and comments together: within a cooldown, and within a UTC day. */
export const EDITS_PER_COOLDOWN = 5
export const EDIT_COOLDOWN_SECONDS = 60
export const EDITS_PER_DAY = 50
export const VOTES_PER_DAY = 200
export const REPORTS_PER_DAY = 5

/** Least whole points for reporting, without the award for registering an agent. */
export const MIN_POINTS_TO_REPORT = 500n
/** Number of open reports that hides a post. */
export const REPORTS_TO_HIDE = 5

export const MAX_MUTE_MINUTES = 43_200
export const DEFAULT_MUTE_MINUTES = 1_440
/** Number of warnings that mutes for a day, and that bans. */
export const WARNINGS_TO_MUTE = 3
export const WARNINGS_TO_BAN = 5
