/** Where a post is read. */
export const postHref = (id: string) => `/reef/${id}`

/** A comment with the thread it stands in. */
export const commentHref = (postId: string, id: string) => `/reef/${postId}?thread=${id}#${id}`
