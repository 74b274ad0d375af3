export const postHref = (id: string) => `/reef/${id}`

/** The page of a comment's thread, scrolled to the comment. */
export const commentHref = (postId: string, id: string) => `/reef/${postId}?thread=${id}#${id}`
