import { expect, test } from "vitest"
import { minifyBody } from "@/lib/pages/minify"

const HEAD = '<html><head><meta name="a" content="b"/></head>'

test.each([
  [
    "quotes",
    '<a class="b" href="/c?d=1" title="e f">g</a>',
    '<a class=b href="/c?d=1" title="e f">g</a>',
  ],
  ["empty values", '<img alt="" src="/a"/><p hidden="">a</p>', "<img alt src=/a><p hidden>a</p>"],
  ["ends of items", "<ul><li><p>a</p></li><li>b</li></ul>", "<ul><li><p>a<li>b</ul>"],
  ["ends of cells", "<tr><th>a</th><td>b</td></tr><tr></tr></tbody>", "<tr><th>a<td>b<tr></tbody>"],
  ["ends of terms", "<dl><div><dt>a</dt><dd>b</dd></div></dl>", "<dl><div><dt>a<dd>b</div></dl>"],
  [
    "paragraphs before texts",
    "<p>a</p>b<p>c</p><!-- --><span>d</span>",
    "<p>a</p>b<p>c</p><!-- --><span>d</span>",
  ],
  [
    "quotes around quotes",
    '<p title="&quot;a&quot;" style="--a:\'b\'">c</p>d',
    "<p title=&quot;a&quot; style=\"--a:'b'\">c</p>d",
  ],
  [
    "drawings",
    '<svg role="img"><path d="M0"/><path d="M1"></path></svg>',
    '<svg role=img><path d="M0"/><path d=M1></path></svg>',
  ],
  ["texts like attributes", '<p>a="b" c=""</p>d', '<p>a="b" c=""</p>d'],
])("shortens or leaves %s", (_, markup, shorter) => {
  expect(minifyBody(`${HEAD}<body>${markup}</body>`)).toBe(`${HEAD}<body>${shorter}</body>`)
})

test("leaves scripts and styles as they are", () => {
  const script =
    '<script>push(\'<p class="a">b</p><li>c</li></ul>\')</script><style>a[b="c"]{}</style>'
  expect(minifyBody(`<body>${script}<p id="d">e</p>f</body>`)).toBe(
    `<body>${script}<p id=d>e</p>f</body>`,
  )
})

test("leaves what is not a document", () => {
  expect(minifyBody('<p class="a">b</p>')).toBe('<p class="a">b</p>')
})
