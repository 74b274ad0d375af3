/** What went wrong, and what the user can do about it. */
export type ErrorText = { sentence: string; remedy: string }
