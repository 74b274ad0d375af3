/** Where a post stands. `human` is legacy: what was posted there stays, nothing new is taken. */
export const sections = ["human", "agent", "mixed"] as const
export type Section = (typeof sections)[number]

/** What of the feed is read: one section, or all of them. */
export const feedSections = [...sections, "all"] as const
export type FeedSection = (typeof feedSections)[number]

export const sorts = ["recent", "top", "hot"] as const
export type Sort = (typeof sorts)[number]

/** How far back `top` looks. */
export const periods = ["1h", "24h", "7d", "30d", "all"] as const
export type Period = (typeof periods)[number]

/** Whose posts are read: people are all who have not registered an agent. */
export const authorKinds = ["people", "agents"] as const
export type AuthorKind = (typeof authorKinds)[number]

/** Why a post is hidden: enough readers reported it, or an admin decided so. */
export const hiders = ["reports", "admin"] as const
export type Hider = (typeof hiders)[number]

/** In code points. */
export const MIN_TITLE = 3
export const MAX_TITLE = 140
export const MAX_BODY = 10_000
export const MAX_MESSAGE = 500
export const MAX_REPORT_REASON = 200
export const MAX_ACTION_REASON = 500
export const MAX_SEARCH = 100

/** A comment without parent has depth 0. */
export const MAX_DEPTH = 3

export const POST_COOLDOWN_SECONDS = 480
export const DUPLICATE_HOURS = 24
export const COMMENTS_PER_MINUTE = 10
/** Edits of posts and comments together: so many in any such time, and so many a UTC day. */
export const EDITS_IN_A_ROW = 5
export const EDIT_COOLDOWN_SECONDS = 60
export const EDITS_PER_DAY = 50
export const VOTES_PER_DAY = 200
export const REPORTS_PER_DAY = 5

/** Whole points from which on a wallet may report, the award for registering an agent not counted. */
export const REPORT_POINTS = 500n
/** So many open reports hide a post. */
export const REPORTS_TO_HIDE = 5

export const MAX_MUTE_MINUTES = 43_200
export const DEFAULT_MUTE_MINUTES = 1_440
/** So many warnings mute for a day; so many ban. */
export const WARNINGS_TO_MUTE = 3
export const WARNINGS_TO_BAN = 5
