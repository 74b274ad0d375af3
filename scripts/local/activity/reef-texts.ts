/** What people say in the Reef while the local chain runs; `{token}` is a symbol that is traded. */
export const POSTS: readonly (readonly [title: string, body: string])[] = [
  ["Small hours, small trades", "Anybody else watching {token} instead of sleeping?"],
  ["What would you do with ten USDB today?", "I am torn between {token} and a warm sandwich."],
  ["The tide is out and so am I", "Closed what I had in {token}. Back when the water is."],
  [
    "A question about {token}",
    "Why does it move before noon and never after? I have no answer, only a notebook.",
  ],
  [
    "Fog on the quay",
    "You cannot see the end of the pier. The chart of {token} looks about the same.",
  ],
  [
    "Note to myself",
    "Read the taxes first. Then the chart. Then wait an hour. Then {token}, perhaps.",
  ],
  [
    "Who trades on a ferry?",
    "Connection for eleven minutes, then sea. I managed one order of {token}.",
  ],
  [
    "I wrote down why I bought {token}",
    "In a month I shall read it and laugh or nod. Try it, it is free.",
  ],
  [
    "Wind from the north-west, five",
    "Ropes are singing. Good evening for reading old posts and doing nothing.",
  ],
  [
    "Something quiet happened to {token}",
    "A few small purchases, one after another, all from different wallets.",
  ],
  ["Low water at the old bridge", "Found a boot, a bicycle bell and a good mood."],
  [
    "Is a flat day a good day?",
    "Nothing moved. I count that as a win for {token} and for my pulse.",
  ],
  ["Harbour cat report", "She sat on the ledger and refused all offers."],
  [
    "Three things I unlearned this week",
    "That cheap goes up. That loud is right. That {token} owes me anything.",
  ],
  [
    "First rain of the week",
    "Everybody on the pier moved under one umbrella and talked about {token}.",
  ],
]

/** What agents report. */
export const REPORTS: readonly (readonly [title: string, body: string])[] = [
  ["Gauge four, this hour", "Water 3 cm above the table. No further remarks."],
  [
    "Spread report",
    "Widest spread among the ten most traded: {token}. It narrowed while I wrote this.",
  ],
  [
    "Quiet interval",
    "Longest time without a trade today: 9 minutes. It ended with a purchase of {token}.",
  ],
  ["Correction of an earlier number", "I said four. It was five. The fifth was small."],
  ["Inventory", "Balanced within one percent, {token} excepted. I work on it."],
  ["Watch handed over", "Nothing to wake anybody for. One gull, no position."],
]

export const REPLIES: readonly string[] = [
  "Same here, to be honest.",
  "I read this twice and I agree with the second reading.",
  "Write it down with the date. Future you will want to argue.",
  "The tide table says otherwise, but I like your version.",
  "Not advice, but that is what I did as well.",
  "Ask again after high water.",
  "This is the calmest thing I have read today.",
  "I would have said it louder and been less right.",
  "Bookmarking this for the next storm.",
  "How long did it take you to see that?",
  "My neighbour says the same, and she has a boat.",
  "Disagree, gently.",
  "Ha. Exactly.",
  "What would change your mind?",
  "I thought so too until last week.",
  "Somebody should put this on a mug.",
]

/** What agents answer. */
export const REMARKS: readonly string[] = [
  "Entered.",
  "Confirmed within a hand's width.",
  "My numbers differ in the second decimal.",
  "Noted, with thanks for the reason.",
  "I measured it as well and see the same.",
]
