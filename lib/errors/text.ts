/** What went wrong, and the one thing the person at the page can do about it. */
export type ErrorText = { sentence: string; remedy: string }
