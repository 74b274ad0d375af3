// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {IMarketTrading} from "./IMarketTrading.sol";

/// @dev Holds the bonds of running rounds, stakes, and the bounties that voters have not claimed yet.
/// The code is replaced under disputes that run: variables and fields of structs are only ever added at the end.
contract MarketResolver is Ownable2Step, ReentrancyGuardTransient, IMarketResolver {
    struct Dispute {
        address proposer;
        address disputer;
        address vetoer;
        uint8 originalOutcome;
        uint8 disputedOutcome;
        uint8 vetoOutcome;
        uint256 proposerBond;
        uint256 disputerBond;
        uint256 vetoBond;
        uint256 disputeStartTime;
    }

    struct Round {
        uint256 proposalTime;
        /// Fixed when the dispute begins: nobody can raise it by a donation while others vote.
        uint256 quorum;
        uint256 votes;
        /// When a late vote decided the round, before `tally` knew it.
        uint256 decidedLate;
        /// Part of each voter for EARLY, once it has won.
        uint256 earlyBounty;
        mapping(uint8 outcomeId => uint256) counts;
        /// The choice plus one, 0 for none.
        mapping(address wallet => uint256) choices;
        mapping(address wallet => bool) hasClaimedEarly;
        Tally tally;
    }

    /// @dev What the votes of a round come to. One slot that every vote changes, so that a vote costs the same at any
    /// moment and with any number of outcomes. Counts as many votes as the round, or none that came before it.
    struct Tally {
        uint8 leader;
        /// Whether another outcome has as many.
        bool isTied;
        uint64 most;
        uint64 votes;
        uint64 lastVote;
    }

    struct Stake {
        address token;
        uint256 amount;
        /// Of votes from before they were remembered one by one.
        uint256 lockedUntil;
    }

    /// A vote that holds its stake back, in one slot.
    struct Pledge {
        address marketToken;
        uint48 round;
        uint48 time;
    }

    struct Periods {
        uint256 challenge;
        uint256 voting;
        uint256 veto;
    }

    uint8 private constant EARLY = 253;
    uint8 private constant INVALID = 254;
    uint8 private constant NONE = 255;
    /// Resets after which a market that has ended cannot be called early any more.
    uint256 private constant MAX_RESETS = 2;
    uint256 private constant MAX_BOND = 1_000e18;
    /// The bond's part of the pool: 1 %.
    uint256 private constant POOL_PER_BOND = 100;
    uint256 private constant STAKE_LOCK = 24 hours;
    uint256 private constant BOUNTY_PER_VOTE = 50e18;
    /// Votes from which the winner needs `VOTING_CONSENSUS`.
    uint256 private constant MANY_VOTES = 9;

    /// @inheritdoc IMarketResolver
    uint256 public constant PROPOSAL_BOND = 5e18;
    /// @inheritdoc IMarketResolver
    uint256 public constant MIN_STAKE_AMOUNT = 5e18;
    /// @inheritdoc IMarketResolver
    uint256 public constant MIN_QUORUM = 2;
    /// @inheritdoc IMarketResolver
    uint256 public constant MAX_QUORUM = 100;
    /// @inheritdoc IMarketResolver
    uint256 public constant VOTING_CONSENSUS = 70;
    /// @inheritdoc IMarketResolver
    uint256 public immutable PROPOSAL_PERIOD;
    /// @inheritdoc IMarketResolver
    uint256 public immutable DISPUTE_PERIOD;
    /// @inheritdoc IMarketResolver
    uint256 public immutable VETO_PERIOD;

    IMarketTrading private immutable TRADING;
    ISwap private immutable SWAP;
    IERC20 private immutable USDB;

    /// @inheritdoc IMarketResolver
    mapping(address marketToken => Dispute) public disputes;
    /// @inheritdoc IMarketResolver
    mapping(address marketToken => uint256) public currentRound;
    /// @inheritdoc IMarketResolver
    mapping(address marketToken => bool) public resolved;
    mapping(address marketToken => uint8) private _finalOutcomes;
    mapping(address marketToken => mapping(uint256 round => Round)) private _rounds;
    mapping(address marketToken => uint256) private _bountyPerVoter;
    mapping(address marketToken => mapping(address wallet => bool)) private _hasClaimed;
    mapping(address wallet => Stake) private _stakes;
    /// In the order of the votes.
    mapping(address wallet => Pledge[]) private _pledges;

    modifier whileOpen(address marketToken) {
        if (TRADING.getNumOutcomes(marketToken) == 0) revert MarketNotFound(marketToken);
        if (resolved[marketToken]) revert MarketIsResolved();
        _;
    }

    constructor(IMarketTrading trading, ISwap swap, Periods memory periods, address operator)
        Ownable(operator)
    {
        TRADING = trading;
        SWAP = swap;
        USDB = swap.USDB();
        PROPOSAL_PERIOD = periods.challenge;
        DISPUTE_PERIOD = periods.voting;
        VETO_PERIOD = periods.veto;
    }

    /// @inheritdoc IMarketResolver
    function proposeOutcome(address marketToken, uint8 outcomeId)
        external
        nonReentrant
        whileOpen(marketToken)
    {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.proposer != address(0)) revert AlreadyProposed();
        _requireOutcome(marketToken, outcomeId);
        (uint256 endTime,,,) = TRADING.getState(marketToken);
        if (block.timestamp < endTime) revert MarketNotEnded(endTime);
        dispute_.proposer = msg.sender;
        dispute_.originalOutcome = outcomeId;
        dispute_.disputedOutcome = NONE;
        dispute_.vetoOutcome = NONE;
        dispute_.proposerBond = _takeBond(bondOf(marketToken));
        _round(marketToken).proposalTime = block.timestamp;
        emit Proposal(marketToken, msg.sender, outcomeId);
    }

    /// @inheritdoc IMarketResolver
    function dispute(address marketToken, uint8 newOutcomeId) external nonReentrant whileOpen(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.proposer == address(0)) revert NotProposed();
        if (dispute_.disputer != address(0)) revert AlreadyDisputed();
        if (block.timestamp >= _challengeEnd(marketToken)) revert ChallengeOver();
        if (newOutcomeId == dispute_.originalOutcome) revert InvalidOutcome(newOutcomeId);
        _requireVotable(marketToken, newOutcomeId);
        dispute_.disputer = msg.sender;
        dispute_.disputedOutcome = newOutcomeId;
        dispute_.disputerBond = _takeBond(dispute_.proposerBond);
        dispute_.disputeStartTime = block.timestamp;
        _round(marketToken).quorum = _quorumFor(TRADING.getBountyPool(marketToken));
        emit DisputeStarted(marketToken, msg.sender, newOutcomeId, dispute_.disputerBond);
    }

    /// @inheritdoc IMarketResolver
    function finalizeUncontested(address marketToken) external nonReentrant whileOpen(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.proposer == address(0)) revert NotProposed();
        if (dispute_.disputer != address(0)) revert AlreadyDisputed();
        uint256 end = _challengeEnd(marketToken);
        if (block.timestamp < end) revert ChallengeRunning(end);
        address proposer = dispute_.proposer;
        _finish(marketToken, dispute_.originalOutcome);
        _payBonds(marketToken, proposer, dispute_.proposerBond);
        uint256 bounty = TRADING.takeBounty(marketToken);
        if (bounty == 0) return;
        USDB.transfer(proposer, bounty);
        emit BountyClaimed(marketToken, proposer, bounty);
    }

    /// @inheritdoc IMarketResolver
    function vote(address marketToken, uint8 outcomeId) external whileOpen(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.disputer == address(0)) revert NotDisputed();
        if (dispute_.vetoer != address(0)) revert AlreadyVetoed();
        if (!isVoter(msg.sender)) revert NotStaked();
        _requireVotable(marketToken, outcomeId);
        Round storage round = _round(marketToken);
        if (round.choices[msg.sender] != 0) revert AlreadyVoted();
        Tally memory tally = _tallyOf(marketToken);
        // Judged before the end as well, to cost the same.
        bool isDecided = _isDecided(round, tally);
        if (isDecided && block.timestamp >= _votingEnd(marketToken)) revert VotingClosed();
        round.choices[msg.sender] = uint256(outcomeId) + 1;
        tally.votes = uint64(++round.votes);
        _count(tally, outcomeId, ++round.counts[outcomeId]);
        tally.lastVote = uint64(block.timestamp);
        round.tally = tally;
        // Always a fresh slot: what a vote costs does not depend on when the wallet voted elsewhere.
        _pledges[msg.sender].push(
            Pledge(marketToken, uint48(currentRound[marketToken]), uint48(block.timestamp))
        );
        emit Vote(marketToken, msg.sender, outcomeId);
    }

    /// @inheritdoc IMarketResolver
    function veto(address marketToken, uint8 proposedOutcome) external nonReentrant whileOpen(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.disputer == address(0)) revert NotDisputed();
        if (dispute_.vetoer != address(0)) revert AlreadyVetoed();
        uint256 end = _votingEnd(marketToken);
        if (block.timestamp < end) revert VotingRunning(end);
        if (proposedOutcome == dispute_.disputedOutcome) revert InvalidOutcome(proposedOutcome);
        _requireOutcome(marketToken, proposedOutcome);
        dispute_.vetoer = msg.sender;
        dispute_.vetoOutcome = proposedOutcome;
        dispute_.vetoBond = _takeBond(dispute_.proposerBond);
        emit Vetoed(marketToken, msg.sender, proposedOutcome, dispute_.vetoBond);
    }

    /// @inheritdoc IMarketResolver
    function resolveByBasis(address marketToken, uint8 outcomeId)
        external
        onlyOwner
        nonReentrant
        whileOpen(marketToken)
    {
        if (disputes[marketToken].vetoer == address(0)) revert NotVetoed();
        _requireVotable(marketToken, outcomeId);
        _conclude(marketToken, outcomeId);
    }

    /// @inheritdoc IMarketResolver
    function finalizeMarket(address marketToken) external nonReentrant whileOpen(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.disputer == address(0)) revert NotDisputed();
        if (dispute_.vetoer != address(0)) revert AlreadyVetoed();
        uint256 end = _votingEnd(marketToken);
        if (block.timestamp < end) revert VotingRunning(end);
        Round storage round = _round(marketToken);
        Tally memory tally = _tallyOf(marketToken);
        // A late vote that decides leaves others the same time to object.
        if (_isDecided(round, tally)) end = Math.max(end, Math.max(tally.lastVote, round.decidedLate));
        end += VETO_PERIOD;
        if (block.timestamp < end) revert VetoRunning(end);
        if (round.votes < round.quorum) revert QuorumMissed(round.votes, round.quorum);
        if (tally.isTied) revert TiedVote();
        if (!_hasConsensus(tally.most, round.votes)) {
            revert ConsensusMissed(tally.most * 100 / round.votes, VOTING_CONSENSUS);
        }
        _conclude(marketToken, tally.leader);
    }

    /// @inheritdoc IMarketResolver
    function claimBounty(address marketToken) external nonReentrant {
        uint256 amount = getClaimableBounty(marketToken, msg.sender);
        if (amount == 0) revert NoBounty();
        _hasClaimed[marketToken][msg.sender] = true;
        USDB.transfer(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function claimEarlyBounty(address marketToken, uint256 round) external nonReentrant {
        uint256 amount = getClaimableEarlyBounty(marketToken, round, msg.sender);
        if (amount == 0) revert NoBounty();
        _rounds[marketToken][round].hasClaimedEarly[msg.sender] = true;
        USDB.transfer(msg.sender, amount);
        emit BountyClaimed(marketToken, msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function stake(address token) external nonReentrant {
        if (_stakes[msg.sender].amount != 0) revert AlreadyStaked();
        if (token != address(SWAP.MAIN()) && !SWAP.FACTORY().isEcosystemToken(token)) {
            revert UnknownToken(token);
        }
        _stakes[msg.sender] = Stake(token, MIN_STAKE_AMOUNT, _stakes[msg.sender].lockedUntil);
        IERC20(token).transferFrom(msg.sender, address(this), MIN_STAKE_AMOUNT);
    }

    /// @inheritdoc IMarketResolver
    function unstake(address token) external nonReentrant {
        Stake storage stake_ = _stakes[msg.sender];
        uint256 amount = stake_.amount;
        if (amount == 0) revert NotStaked();
        if (stake_.token != token) revert WrongStake(stake_.token);
        uint256 until = stakeLockedUntil(msg.sender);
        if (block.timestamp < until) revert StakeLocked(until);
        releaseVotes(type(uint256).max);
        uint256 left = _pledges[msg.sender].length;
        if (left > 0) revert StakeInDispute(_pledges[msg.sender][left - 1].marketToken);
        delete _stakes[msg.sender];
        IERC20(token).transfer(msg.sender, amount);
    }

    /// @inheritdoc IMarketResolver
    function releaseVotes(uint256 most) public {
        Pledge[] storage pledges = _pledges[msg.sender];
        for (uint256 left = pledges.length; left > 0 && most > 0; --left) {
            Pledge storage pledge = pledges[left - 1];
            if (block.timestamp < pledge.time + STAKE_LOCK) return;
            if (!_isOver(pledge.marketToken, pledge.round)) return;
            pledges.pop();
            --most;
        }
    }

    /// @notice Refused: without an operator a vetoed market would keep everybody's money for ever.
    function renounceOwnership() public view override onlyOwner {
        revert OwnableInvalidOwner(address(0));
    }

    /// @inheritdoc IMarketResolver
    function proposalTime(address marketToken) external view returns (uint256) {
        return _round(marketToken).proposalTime;
    }

    /// @inheritdoc IMarketResolver
    function quorum(address marketToken) external view returns (uint256) {
        return _round(marketToken).quorum;
    }

    /// @inheritdoc IMarketResolver
    function finalOutcome(address marketToken) external view returns (uint8) {
        return resolved[marketToken] ? _finalOutcomes[marketToken] : NONE;
    }

    /// @inheritdoc IMarketResolver
    function inDispute(address marketToken) external view returns (bool) {
        return !resolved[marketToken] && disputes[marketToken].disputer != address(0);
    }

    /// @inheritdoc IMarketResolver
    function inVeto(address marketToken) external view returns (bool) {
        return !resolved[marketToken] && disputes[marketToken].vetoer != address(0);
    }

    /// @inheritdoc IMarketResolver
    function isVoter(address wallet) public view returns (bool) {
        return _stakes[wallet].amount != 0;
    }

    /// @inheritdoc IMarketResolver
    function userStakedAmount(address wallet) external view returns (uint256) {
        return _stakes[wallet].amount;
    }

    /// @inheritdoc IMarketResolver
    function stakedToken(address wallet) external view returns (address) {
        return _stakes[wallet].token;
    }

    /// @inheritdoc IMarketResolver
    function stakeLockedUntil(address wallet) public view returns (uint256) {
        uint256 count = _pledges[wallet].length;
        uint256 last = count == 0 ? 0 : _pledges[wallet][count - 1].time + STAKE_LOCK;
        return Math.max(last, _stakes[wallet].lockedUntil);
    }

    /// @inheritdoc IMarketResolver
    function votesHeld(address wallet) external view returns (uint256) {
        return _pledges[wallet].length;
    }

    /// @inheritdoc IMarketResolver
    function bondOf(address marketToken) public view returns (uint256) {
        uint256 fixed_ = disputes[marketToken].proposerBond;
        if (fixed_ != 0) return fixed_;
        uint256 bond = Math.max(PROPOSAL_BOND, TRADING.getPool(marketToken) / POOL_PER_BOND);
        return Math.min(bond, MAX_BOND) * 2 ** currentRound[marketToken];
    }

    /// @inheritdoc IMarketResolver
    function nftVoteCount(address marketToken, uint256 round, uint8 outcomeId)
        external
        view
        returns (uint256)
    {
        return _rounds[marketToken][round].counts[outcomeId];
    }

    /// @inheritdoc IMarketResolver
    function nftHasVoted(address marketToken, uint256 round, address voter) external view returns (bool) {
        return _rounds[marketToken][round].choices[voter] != 0;
    }

    /// @inheritdoc IMarketResolver
    function voterChoice(address marketToken, uint256 round, address wallet) external view returns (uint8) {
        uint256 choice = _rounds[marketToken][round].choices[wallet];
        return choice == 0 ? 0 : uint8(choice - 1);
    }

    /// @inheritdoc IMarketResolver
    function bountyPerCorrectVote(address marketToken) external view returns (uint256) {
        return _bountyPerVoter[marketToken];
    }

    /// @inheritdoc IMarketResolver
    function bountyClaimed(address marketToken, address voter) external view returns (bool) {
        return _hasClaimed[marketToken][voter];
    }

    /// @inheritdoc IMarketResolver
    function getClaimableBounty(address marketToken, address wallet) public view returns (uint256) {
        if (!resolved[marketToken] || _hasClaimed[marketToken][wallet]) return 0;
        bool isRight = _hasChosen(marketToken, currentRound[marketToken], wallet, _finalOutcomes[marketToken]);
        return isRight ? _bountyPerVoter[marketToken] : 0;
    }

    /// @inheritdoc IMarketResolver
    function getClaimableEarlyBounty(address marketToken, uint256 round, address wallet)
        public
        view
        returns (uint256)
    {
        Round storage round_ = _rounds[marketToken][round];
        if (round_.hasClaimedEarly[wallet]) return 0;
        return _hasChosen(marketToken, round, wallet, EARLY) ? round_.earlyBounty : 0;
    }

    /// @dev Ends a dispute by vote or by the operator.
    function _conclude(address marketToken, uint8 outcomeId) private {
        Dispute memory dispute_ = disputes[marketToken];
        if (outcomeId == EARLY) {
            _startNewRound(marketToken, dispute_);
            return;
        }
        uint256 voters = _round(marketToken).counts[outcomeId];
        _finish(marketToken, outcomeId);
        _distributeBonds(marketToken, dispute_, outcomeId);
        uint256 bounty = TRADING.takeBounty(marketToken);
        if (voters > 0) _bountyPerVoter[marketToken] = bounty / voters;
        else if (bounty > 0) USDB.transfer(TRADING.insurance(), bounty);
    }

    function _finish(address marketToken, uint8 outcomeId) private {
        resolved[marketToken] = true;
        _finalOutcomes[marketToken] = outcomeId;
        TRADING.settle(marketToken, outcomeId);
        emit Resolved(marketToken, outcomeId);
    }

    /// @dev Half of the proposer's bond, who came too early, is for those who voted so. The other half and the own
    /// bond go to a disputer who said so, to the insurance otherwise, with what nobody has a part of.
    function _startNewRound(address marketToken, Dispute memory dispute_) private {
        uint256 shared = dispute_.proposerBond / 2;
        uint256 rest = dispute_.disputerBond + dispute_.proposerBond - shared;
        Round storage round = _round(marketToken);
        uint256 voters = round.counts[EARLY];
        uint256 seized = dispute_.vetoBond;
        if (voters > 0) round.earlyBounty = shared / voters;
        else seized += shared;
        delete disputes[marketToken];
        ++currentRound[marketToken];
        emit DisputeReset(marketToken);
        if (dispute_.disputedOutcome == EARLY) _payBonds(marketToken, dispute_.disputer, rest);
        else seized += rest;
        _seizeBonds(marketToken, seized);
    }

    /// @dev A party that was right gets the own bond back, the first of them those of the others.
    function _distributeBonds(address marketToken, Dispute memory dispute_, uint8 outcomeId) private {
        bool isProposerRight = dispute_.originalOutcome == outcomeId;
        bool isDisputerRight = dispute_.disputedOutcome == outcomeId;
        bool isVetoerRight = dispute_.vetoer != address(0) && dispute_.vetoOutcome == outcomeId;
        uint256 total = dispute_.proposerBond + dispute_.disputerBond + dispute_.vetoBond;
        if (isProposerRight || isDisputerRight) {
            uint256 back = isVetoerRight ? dispute_.vetoBond : 0;
            _payBonds(marketToken, isProposerRight ? dispute_.proposer : dispute_.disputer, total - back);
            if (back > 0) _payBonds(marketToken, dispute_.vetoer, back);
        } else if (isVetoerRight) {
            _payBonds(marketToken, dispute_.vetoer, total);
        } else {
            _seizeBonds(marketToken, total);
        }
    }

    function _payBonds(address marketToken, address winner, uint256 amount) private {
        USDB.transfer(winner, amount);
        emit BondsDistributed(marketToken, winner, amount);
    }

    function _seizeBonds(address marketToken, uint256 amount) private {
        if (amount == 0) return;
        USDB.transfer(TRADING.insurance(), amount);
        emit BondsSeized(marketToken, amount);
    }

    function _takeBond(uint256 bond) private returns (uint256) {
        USDB.transferFrom(msg.sender, address(this), bond);
        return bond;
    }

    function _round(address marketToken) private view returns (Round storage) {
        return _rounds[marketToken][currentRound[marketToken]];
    }

    function _challengeEnd(address marketToken) private view returns (uint256) {
        return _round(marketToken).proposalTime + PROPOSAL_PERIOD;
    }

    function _votingEnd(address marketToken) private view returns (uint256) {
        return disputes[marketToken].disputeStartTime + DISPUTE_PERIOD;
    }

    /// @dev An outcome the market can end with.
    function _requireOutcome(address marketToken, uint8 outcomeId) private view {
        if (outcomeId == INVALID) return;
        if (outcomeId >= TRADING.getNumOutcomes(marketToken)) revert InvalidOutcome(outcomeId);
    }

    /// @dev An outcome a dispute can end with. A market that has ended is not early for ever.
    function _requireVotable(address marketToken, uint8 outcomeId) private view {
        if (outcomeId != EARLY) return _requireOutcome(marketToken, outcomeId);
        if (currentRound[marketToken] < MAX_RESETS) return;
        (uint256 endTime,,,) = TRADING.getState(marketToken);
        if (endTime != 0 && block.timestamp >= endTime) revert InvalidOutcome(EARLY);
    }

    /// @dev Whether a vote of that round decides nothing any more.
    function _isOver(address marketToken, uint256 round) private view returns (bool) {
        return resolved[marketToken] || currentRound[marketToken] > round;
    }

    function _hasChosen(address marketToken, uint256 round, address wallet, uint8 outcomeId)
        private
        view
        returns (bool)
    {
        return _rounds[marketToken][round].choices[wallet] == uint256(outcomeId) + 1;
    }

    function _isDecided(Round storage round, Tally memory tally) private view returns (bool) {
        return round.votes >= round.quorum && !tally.isTied && _hasConsensus(tally.most, round.votes);
    }

    /// @dev Counted anew for a round whose votes were not tallied as they came.
    function _tallyOf(address marketToken) private view returns (Tally memory tally) {
        Round storage round = _round(marketToken);
        tally = round.tally;
        if (tally.votes == round.votes) return tally;
        (tally.leader, tally.most) = (INVALID, uint64(round.counts[INVALID]));
        _count(tally, EARLY, round.counts[EARLY]);
        uint256 options = TRADING.getNumOutcomes(marketToken);
        for (uint256 i; i < options; ++i) {
            _count(tally, uint8(i), round.counts[uint8(i)]);
        }
    }

    function _count(Tally memory tally, uint8 outcomeId, uint256 votes) private pure {
        if (votes > tally.most) (tally.leader, tally.most, tally.isTied) = (outcomeId, uint64(votes), false);
        else if (votes == tally.most && votes > 0) tally.isTied = true;
    }

    function _hasConsensus(uint256 most, uint256 votes) private pure returns (bool) {
        return votes < MANY_VOTES || most * 100 >= votes * VOTING_CONSENSUS;
    }

    function _quorumFor(uint256 bounty) private pure returns (uint256 votes) {
        votes = bounty / BOUNTY_PER_VOTE;
        if (votes < MIN_QUORUM) return MIN_QUORUM;
        if (votes > MAX_QUORUM) return MAX_QUORUM;
    }
}
