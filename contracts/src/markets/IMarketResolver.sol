// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Resolution of public markets
/// @notice Anybody proposes with a bond; anybody disputes with a bond; stakers vote; the vote can be vetoed once,
/// and then the operator decides. A moment equal to the end of a window is outside it. USDB has 18 decimals.
/// @dev Names are fixed by the published ABI.
interface IMarketResolver {
    event Proposal(address indexed marketToken, address proposer, uint8 outcomeId);
    event DisputeStarted(address indexed marketToken, address disputer, uint8 newOutcomeId, uint256 bond);
    event Vote(address indexed marketToken, address voter, uint8 outcomeId);
    event Vetoed(address indexed marketToken, address indexed vetoer, uint8 proposedOutcome, uint256 bond);
    event Resolved(address indexed marketToken, uint8 finalOutcome);
    /// @notice EARLY won, or a dispute that said so was not decided: a new round starts.
    event DisputeReset(address indexed marketToken);
    event BondsDistributed(address indexed marketToken, address winner, uint256 totalAmount);
    event BondsSeized(address indexed marketToken, uint256 totalAmount);
    event BountyClaimed(address indexed marketToken, address claimer, uint256 usdcAmount);

    /// @notice No public market has that token.
    error MarketNotFound(address marketToken);
    /// @notice The market's outcome is final.
    error MarketIsResolved();
    /// @notice This outcome is not possible here.
    error InvalidOutcome(uint8 outcomeId);
    /// @notice The market has not ended.
    error MarketNotEnded(uint256 endTime);
    /// @notice There is a proposal in this round.
    error AlreadyProposed();
    /// @notice There is no proposal in this round.
    error NotProposed();
    /// @notice The proposal is disputed.
    error AlreadyDisputed();
    /// @notice Proposers cannot dispute themselves.
    error NotAllowed();
    /// @notice The bond is greater than what the caller has approved: the pool has grown since.
    error BondGrown(uint256 bond);
    /// @notice The proposal is not disputed.
    error NotDisputed();
    /// @notice The challenge period is over.
    error ChallengeOver();
    /// @notice The challenge period is running until then, in seconds.
    error ChallengeRunning(uint256 endsAt);
    /// @notice Voting is over.
    error VotingClosed();
    /// @notice Voting is running until then, in seconds.
    error VotingRunning(uint256 endsAt);
    /// @notice The time for a veto is running until then, in seconds.
    error VetoRunning(uint256 endsAt);
    /// @notice The vote has been vetoed; the operator decides.
    error AlreadyVetoed();
    /// @notice The vote was not vetoed, so the operator cannot decide.
    error NotVetoed();
    /// @notice There are fewer votes than the quorum.
    error QuorumMissed(uint256 votes, uint256 quorum);
    /// @notice Two outcomes have the most votes; another vote must decide.
    error TiedVote();
    /// @notice The leading outcome has a smaller share of the votes than required, in percent.
    error ConsensusMissed(uint256 percent, uint256 required);
    /// @notice Only those who have staked vote.
    error NotStaked();
    /// @notice The wallet has a stake already.
    error AlreadyStaked();
    /// @notice Only TIDE and listed tokens can be staked.
    error UnknownToken(address token);
    /// @notice The stake is of another token.
    error WrongStake(address token);
    /// @notice The stake is locked until then, in seconds.
    error StakeLocked(uint256 until);
    /// @notice The stake has voted in a dispute of this market that is not over.
    error StakeInDispute(address marketToken);
    /// @notice One staker has one vote in a round.
    error AlreadyVoted();
    /// @notice The caller has no part of the bounty, or has claimed it.
    error NoBounty();

    /// @notice Proposes the outcome of an ended or open-ended market, with `bondOf` approved to this contract.
    /// @param outcomeId An outcome, or 254 for INVALID.
    function proposeOutcome(address marketToken, uint8 outcomeId) external;

    /// @notice Disputes somebody else's proposal with another outcome, and the same bond.
    /// @param newOutcomeId An outcome, 254 for INVALID, or 253 for EARLY; not EARLY once a market that has ended was
    /// reset twice.
    function dispute(address marketToken, uint8 newOutcomeId) external;

    /// @notice Makes an undisputed proposal final. The proposer gets the bond back, and the bounty.
    function finalizeUncontested(address marketToken) external;

    /// @notice Votes in a dispute, once per round. Stays open after its period until the vote is decided; the time
    /// for a veto then begins anew, so that whoever comes late cannot decide and finish at once.
    /// @param outcomeId An outcome, 254 for INVALID, or 253 for EARLY as in `dispute`; whatever proposer and disputer
    /// have said.
    function vote(address marketToken, uint8 outcomeId) external;

    /// @notice Objects to the vote, once, from the end of voting until the market is final, with the same bond.
    /// @param proposedOutcome Any outcome but the disputer's and EARLY.
    function veto(address marketToken, uint8 proposedOutcome) external;

    /// @notice Decides a vetoed dispute, with any outcome that can be voted for. Reserved to the operator.
    function resolveByBasis(address marketToken, uint8 outcomeId) external;

    /// @notice Makes the outcome of the vote final after the time for a veto; EARLY starts a new round. A dispute that says
    /// EARLY of an open-ended market starts one as well when the vote is not decided by then; proposer and disputer lose
    /// half of their bonds, and the pool sells again.
    function finalizeMarket(address marketToken) external;

    /// @notice Pays the caller's part of the bounty for a vote for the final outcome.
    function claimBounty(address marketToken) external;

    /// @notice Pays the caller's part of the bond for a vote for EARLY in that round.
    function claimEarlyBounty(address marketToken, uint256 round) external;

    /// @notice Stakes `MIN_STAKE_AMOUNT()` of TIDE or a listed token, which makes the caller a voter.
    function stake(address token) external;

    /// @notice Returns the stake, from 24 hours after the last vote, when every dispute voted in is over: the market
    /// resolved, or in a later round.
    function unstake(address token) external;

    /// @notice Releases at most `most` of the caller's votes, the latest first, up to one that still locks the stake.
    /// `unstake` does the same; only a wallet with more votes than fit into one transaction needs this.
    function releaseVotes(uint256 most) external;

    /// @notice Dispute of the running round, all zero without a proposal. An outcome that was not named is 255.
    /// `disputeStartTime` is when it was disputed, in seconds; 0 before.
    function disputes(address marketToken)
        external
        view
        returns (
            address proposer,
            address disputer,
            address vetoer,
            uint8 originalOutcome,
            uint8 disputedOutcome,
            uint8 vetoOutcome,
            uint256 proposerBond,
            uint256 disputerBond,
            uint256 vetoBond,
            uint256 disputeStartTime
        );

    /// @notice When the running round's proposal was made, in seconds; 0 without one.
    function proposalTime(address marketToken) external view returns (uint256);

    /// @notice Votes the running dispute needs.
    function quorum(address marketToken) external view returns (uint256);

    function resolved(address marketToken) external view returns (bool);

    /// @notice The final outcome, 255 before.
    function finalOutcome(address marketToken) external view returns (uint8);

    function inDispute(address marketToken) external view returns (bool);

    function inVeto(address marketToken) external view returns (bool);

    /// @notice Number of times EARLY has won.
    function currentRound(address marketToken) external view returns (uint256);

    function isVoter(address wallet) external view returns (bool);

    function userStakedAmount(address wallet) external view returns (uint256);

    /// @notice The token a wallet has staked, or zero.
    function stakedToken(address wallet) external view returns (address);

    /// @notice 24 hours after a wallet's last vote, in seconds. Disputes that are not over hold the stake longer.
    function stakeLockedUntil(address wallet) external view returns (uint256);

    /// @notice Votes of a wallet that were not released.
    function votesHeld(address wallet) external view returns (uint256);

    /// @notice The bond of a proposal, a dispute and a veto: the greater of `MIN_BOND()` and 1 % of the pool, at most
    /// 1,000 USDB, doubled by each of the first two resets; so never more than `PROPOSAL_BOND()`. Fixed from the proposal
    /// until the round is over.
    function bondOf(address marketToken) external view returns (uint256);

    function nftVoteCount(address marketToken, uint256 round, uint8 outcomeId) external view returns (uint256);

    /// @notice Whether a wallet has voted in a round.
    function nftHasVoted(address marketToken, uint256 round, address voter) external view returns (bool);

    /// @notice A wallet's vote in a round; 0 without one, as for outcome 0: `nftHasVoted` tells them apart.
    function voterChoice(address marketToken, uint256 round, address wallet) external view returns (uint8);

    /// @notice Part of the bounty of each voter for the final outcome; 0 before, and without a dispute.
    function bountyPerCorrectVote(address marketToken) external view returns (uint256);

    function bountyClaimed(address marketToken, address voter) external view returns (bool);

    /// @notice Part of the bounty that a wallet can claim now.
    function getClaimableBounty(address marketToken, address wallet) external view returns (uint256);

    /// @notice USDB that a wallet can claim for its vote for EARLY in a round.
    function getClaimableEarlyBounty(address marketToken, uint256 round, address wallet)
        external
        view
        returns (uint256);

    /// @notice Seconds in which a proposal can be disputed.
    function PROPOSAL_PERIOD() external view returns (uint256);

    /// @notice Seconds of voting.
    function DISPUTE_PERIOD() external view returns (uint256);

    /// @notice Seconds after the end of voting, late votes included, in which the market cannot be finalised.
    function VETO_PERIOD() external view returns (uint256);

    /// @notice The least bond, in USDB.
    function MIN_BOND() external view returns (uint256);

    /// @notice The most that any bond can be, in USDB: who has approved it can pay every bond.
    function PROPOSAL_BOND() external view returns (uint256);

    function MIN_STAKE_AMOUNT() external view returns (uint256);

    function MIN_QUORUM() external view returns (uint256);

    function MAX_QUORUM() external view returns (uint256);

    /// @notice Percent of the votes the winner needs when there are many.
    function VOTING_CONSENSUS() external view returns (uint256);
}
