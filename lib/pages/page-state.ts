// What the proxy tells the rendering of a document in headers of its request; no client can set them.

/** Present while the database is away. */
export const DATABASE_HEADER = "x-atoll-database"

/** What is missing at the page's address. The framework takes the title of such a page from `app/not-found.tsx`. */
export const MISSING_HEADER = "x-atoll-missing"
