/** Characters of a search in the documentation. */
export const MAX_DOCS_QUERY = 100
