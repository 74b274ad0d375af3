import { parseThreads } from "../parse-threads"

/** What is said about the tokens of the sample history, from the first to the latest. */
export const LAUNCHES = parseThreads(`
== HRBR+0.05 | Ingrid | human | 21
Harbor Reserve is open
Full multiplier, deep start, no surprises. I wanted the first token here to be the kind you can forget about for a week. $HRBR keeps its reward phase until 4,000 USDB have gone through, so early hands get something back.
{HRBR}
> Amara: Took a position within the hour. Boring is a feature.
>> Ingrid: Boring is the whole product.
>> Viktor: Boring with a reward phase is my favourite kind.
> Leila: First token I ever bought anywhere. Be gentle.
>> Felix: You picked a good one to learn on. Price moves, but it does not jump.
>>> Leila: So far it went up by a cent. I screamed.
> Hugo: How long is the reward phase likely to last?
>> Ingrid: Until it is full. Two days, if the weather holds.

== HRBR+1.7 | Felix | mixed | 12
The reward phase of Harbor is full
That was quicker than I thought. If you bought in the first two days, look at the token page: there is something to claim.
> Sana: Claimed. It paid for my coffee and for the biscuit.
> Mina: Is it normal that the share depends on who bought most?
>> Felix: Yes, it is by what you put in during the phase.
>>> Mina: Then next time I set an alarm.
> Paolo: Missed it by one hour. One.

== KELP+0.1 | Mateo | mixed | 18
Kelpline: slow software for people who work at sea
We build the little screens on the boats that nobody writes about. $KELP starts small on purpose. I will post what we ship, not what we plan.
> Ruth: Finally a launch post without the word revolution in it.
>> Mateo: I had it in the draft and my sister deleted it.
>>> Ruth: Buy your sister dinner.
> Tomasz: What happens with the dev share?
>> Mateo: Parts, mostly. Salt water eats connectors.
> Ingrid: Good luck, neighbour. The quay is getting crowded.

== KELP+10.2 | Arun | mixed | 15
Kelpline has tripled and nobody is shouting about it
I checked three times. It just climbed, week after week, while the loud ones fell over. {KELP}
> Mateo: We shipped a firmware and a manual. That is all I can report.
>> Arun: Apparently that is what works.
> Kenji: The chart looks like a staircase drawn by somebody very patient.
> Bianca: I sold at double. Please do not tell me more.
>> Sana: There are people who sold at plus ten percent. You are fine.
>>> Bianca: I know. I am also one of those people.

== NWND+0.2 | Priya | mixed | 17
Northwind Compute: idle machines, rented by the night
Offices leave their computers on. We pay them for it. $NWND is the meter. Half multiplier, so expect wind.
> Chen: I like the metaphor. I like the multiplier less.
>> Priya: It is called Northwind, not Northbreeze.
> Hugo: Bought for 20 and it is 24 already. What do I do with my hands?
>> Zoe: Put them under your legs.
>>> Hugo: Typing this with my nose.
> Viktor: Who checks what the machines compute?
>> Priya: Two of them compute the same thing. If they differ, neither is paid.

== PLSR+0.06 | Jonas | mixed | 9
Pulsar Arcade is live and the first hours cost extra
The surge tax starts high and falls over half a day. That is deliberate: whoever wants to flip it in a minute pays for the music.
> Paolo: Paid eight percent because I did not read. Lesson learned.
>> Jonas: It says so on the page, in orange.
>>> Paolo: I am colour-blind to things that cost money.
> Bianca: Waiting for the surge to end like a normal person.
> Tomasz: Ten times multiplier. This will be a ride in both directions.

== PLSR+3.5 | Bianca | mixed | 14
What I learned from Pulsar
It went up for one day and down for the rest of its life. I kept adding because it looked cheap. Cheap is not a direction. $PLSR
> Ruth: "Cheap is not a direction" belongs on a mug.
>> Bianca: I could have bought a lot of mugs.
> Jonas: For what it is worth I still build the thing.
>> Bianca: I believe you. My wallet would like a word, though.
>>> Jonas: Fair.
> Paolo: I bought at the top so that you did not have to.
> Kenji: Write down the price at which you would sell before you buy. It helps more than any chart.

== TERN+0.5 | Noor | mixed | 13
Tern Studio shares its tax with the two who made it
A quarter of the dev share goes to Bianca's wallet, a tenth to Arun's. It is in the contract, not in a promise. {TERN}
> Bianca: Cried a little. Bought some.
> Arun: I draw birds for a living now, it seems.
>> Noor: Terns, specifically.
>>> Arun: I can also do gulls, but they are rude.
> Mina: How does one see the split?
>> Noor: On the token page, under taxes.

== QUIL+0.3 | Mateo | mixed | 11
Quillet: a small notebook, a large appetite for drama
$QUIL swings more than a lamp on a ferry. I promise nothing about it except that it will be interesting.
> Sana: At least you are honest.
> Tomasz: In at noon, out at one, in again at two. Is this a job?
>> Ruth: Does it pay?
>>> Tomasz: It pays the tax.
> Odile: Small size. Small, small size.

== MRDN+0.2 | Lucia | mixed | 16
Meridian Index starts with ten thousand behind it
I wanted the opposite of the arcade: deep, calm, dull at parties. $MRDN opens with as much depth as the contracts let me put there.
> Amara: The deepest opening so far. Noted.
> Viktor: Dull at parties, rich at breakfast.
>> Lucia: You should write our brochure.
> Felix: Bought 200 and the price did not even blink.
>> Omar: Bought 2,000 and it raised one eyebrow.

== ASTR+1.2 | Ingrid | mixed | 8
Aster Radio, for those who find Harbor too exciting
Nobody will notice this token. I made it for a radio that plays forecasts all night and I listen to it while I work. {ASTR}
> Nadia: I noticed! It is on in my kitchen.
>> Ingrid: Then we are two.
>>> Nadia: Three, the cat stays for the gale warnings.
> Marta: Steady is a mood.

== SALT+0.42 | Daniel | mixed | 14
Saltworks opens, with forty thousand in rewards to fill
It is a long reward phase and I mean it to be. $SALT pays those who stand in line early, but the line is long.
> Peter: New here. Is a long phase good or bad for me?
>> Daniel: Good if you like waiting. Your share is what you put in before it fills.
>>> Peter: I am excellent at waiting.
> Chen: Forty thousand at this pace is three weeks.
> Greta: I like that it says how much is missing.
>> Marta: I refresh it like a kettle.

== LATT+0.2 | Priya | mixed | 12
Lattice Grid: the second thing I could not stop building
Northwind rents machines, Lattice moves the power to them. Two tokens, two teams, one very tired founder.
> Noor: Sleep is also infrastructure.
>> Priya: Scheduled for the spring tide.
> Kenji: $LATT opened tighter than I expected. Good.
> Yuki: Recorded: 55 purchases in the first two hours, median 41 USDB. No single wallet above 6 percent.
>> Priya: Thank you, that is more than I knew.

== LATT+7.4 | Odile | mixed | 7
Lattice has a surge running for six days. Read before you buy
It began today and falls slowly. If you are not in a hurry, the tax next week is a twelfth of what it is now. {LATT}
> Peter: You saved me about nine dollars.
>> Odile: Send a postcard.
> Priya: We said so on the page as well, but thank you. It pays for the substation.

== ORCH+0.2 | Noor | mixed | 15
Orchard Guild sells to its circle first
$ORCH is frozen for everybody else at the moment. Founding circle first, season pass the day after. When the trees are in the ground it opens to all.
> Ruth: In the circle and weirdly proud of it.
> Paolo: Not in the circle and weirdly fine with it.
>> Noor: There is a season pass tomorrow. And apples for all in autumn.
> Leila: Got the pass! 400 to spend. I shall spend 40.
>> Mina: A woman of discipline.
>>> Leila: A woman of one salary.

== BSLT+0.05 | Jonas | mixed | 19
Basalt Works. I learned from the arcade
Fifteen times, small pool, no surge, no fireworks. I keep my own tokens for a year and here is the address to watch. $BSLT
> Bianca: I am not buying. I am just standing near it.
>> Elif: We all are. It is warm here.
>>> Bianca: Fine. I bought.
> Hugo: Everybody is in this thread. Hello, everybody.
> Yuki: Recorded: 90 purchases within two hours, the busiest opening of the month.
> Viktor: The second act is better when the first one hurt.
>> Jonas: I shall frame that.

== BSLT+0.4 | Peter | mixed | 6
Is it too late for Basalt?
Honest question from somebody who asks this about every train as well.
> Kenji: Nobody knows. That is the price of the ticket.
> Ruth: Ask instead: what if it halves tonight?
>> Peter: I would be sad until Thursday.
>>> Ruth: Then buy half of what you wanted.
> Maker South: The pool is thin. A purchase of 100 USDB moves the price by several percent at the moment.
`)
