export const MARKDOWN_TYPE = "text/markdown; charset=utf-8"
