/** What people of the sample say. `{name}` is the token's symbol, or the outcome they bought. */

/** Of those who bought a token first. */
export const BUYER_COMMENTS: readonly string[] = [
  "Started small here. The floor only goes one way, so the worst case is a number I can read off the page.",
  "Adding {name} on every quiet day. No hurry.",
  "Anyone else watching the supply of {name}? Burns on the sell side did more than I expected.",
  "I like that the tax is printed before I sign. Most places let you find out afterwards.",
  "Second launch I hold by this creator. The first one was dull and kept its promises, which is what I want.",
  "Bought because of the chart, stayed because of the holders list: nobody owns half of it.",
  "Small position, long patience.",
  "The ten largest wallets hold less of {name} than last week. Good sign, if it lasts.",
  "In since the first hour. It felt slow until it did not.",
  "If you buy {name}, look at the price impact first. Twice I was glad that I split an order.",
  "What is the plan for the next month? I read the description twice and it says nothing about it.",
  "I compared the floor with my entry: 18% below. I can sleep with that.",
  "Reward phase paid me back part of the tax. Claimed it this morning, took ten seconds.",
  "Not selling {name} before the next market about it is decided.",
  "Liquidity doubled since launch and hardly anybody talks about it.",
  "Paid with USDB, route went over TIDE, one tax. Clean.",
  "Numbers people: what would a fair price for {name} be if volume stays where it is?",
  "I said I would not buy after a green week. Here I am.",
  "The dip on the weekend was one wallet. Look at the tape, it is all there.",
  "Holding {name} next to TIDE so that I am not all in one boat.",
  "Thin on Sundays. Put the slippage where you can live with it.",
  "The surge tax scared me off on the first day. In hindsight it kept the bots out as well.",
  "My whole thesis fits in one line: the floor rises, I wait.",
  "Took some profit, kept the rest.",
]

/** Of those whose first trade here was a sale. */
export const SELLER_COMMENTS: readonly string[] = [
  "Sold my {name} from the airdrop. Nothing against it, I just do not follow it closely enough.",
  "Out for now. I will be back when the spread between price and floor is smaller.",
  "Needed the USDB elsewhere. The exit was smooth, one step above what the preview said.",
]

/** Of creators, about their own token. */
export const CREATOR_COMMENTS: readonly string[] = [
  "Thanks for an orderly first day. Picture, links and description are up; ask here if something is missing.",
  "I hold what you see in the holders list and nothing besides.",
  "No roadmap of promises. I write here when something is done.",
  "Questions about {name}? I read this page every evening.",
  "Contract text is final, the picture is not. Better drafts are welcome.",
  "To everybody who asked about the reward phase: the progress bar on this page is the truth.",
  "Two people found a typo in the description. Fixed, thank you.",
  "The whitelist follows the order in which you wrote to me. No exceptions, not even for friends.",
]

/** Of those who bought an outcome. */
export const OUTCOME_BUYER_COMMENTS: readonly string[] = [
  "{name} for me. The market overrates how fast anything happens.",
  "Went with {name}. If I am wrong, I will be wrong for a reason I can name.",
  "{name} looked cheap when I came in. Less so now, and I am not adding.",
  "Read the rules before you bet: the source they name decides, not the headline.",
  "I would sell my {name} at a good price. There is an order of mine in the book.",
  "Everybody on the other side seems to know the same one thing. That is why I hold {name}.",
  "Base rates first. Of ten questions like this one, seven end as {name}.",
  "Not sure at all, hence the small stake on {name}.",
  "Changed my mind twice, ended at {name}.",
  "The last day decides. Until then {name} is a guess with a price.",
  "Who bought that much in one go? The odds moved more than the news did.",
  "{name}. Short answer to a long question.",
  "I keep a spreadsheet of these. People who say {name} early are right more often than they think.",
  "Waiting for the proposal. With the challenge window it takes as long as it takes.",
  "Would somebody explain to me why {name} was below twenty last week?",
  "My neighbour works in that field and says {name}. That is my whole research.",
  "Bought {name}, then read the rules. The other way round would have been wiser, but it held up.",
  "Nobody prices the chance that it is too early to say. I do, a little.",
  "{name} at these odds pays for the two times a year I am wrong.",
  "The book has better prices than the pool at the moment. Look before you press.",
  "If the source publishes late, expect a dispute.",
  "I hold {name} and I hope that I lose. You will know why.",
  "The odds say sixty. I say seventy. That is the whole trade.",
  "Good question, clear rules, a date. More of these please.",
  "I took {name} in three parts over a week, always on bad news.",
  "A reminder that the pot is paid on top for the winning side.",
  "Listing half of my {name} so that I can stop looking at it.",
  "The crowd here was right on the last three. I still took {name}.",
  "{name}, because doing nothing is what usually happens.",
  "If you disagree, there is plenty of {name} to sell to me.",
  "Reading this thread moved me by five points, which says something about the thread.",
  "Put in what I would spend on a dinner. {name}, and the dinner tastes better.",
  "Looked up how it went in other years. Closer than the odds say, so {name}.",
  "Too many round numbers in this market. I bought {name} at an odd one.",
]
