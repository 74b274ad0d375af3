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
        /// When a vote that came after the period decided it, 0 otherwise: the time for a veto follows.
        uint256 decidedLate;
        /// Part of each voter for EARLY, once it has won.
        uint256 earlyBounty;
        mapping(uint8 outcomeId => uint256) counts;
        /// The choice plus one, 0 for none.
        mapping(address wallet => uint256) choices;
        mapping(address wallet => bool) hasClaimedEarly;
    }

    struct Stake {
        address token;
        uint256 amount;
        uint256 lockedUntil;
    }

    struct Periods {
        uint256 challenge;
        uint256 voting;
        uint256 veto;
    }

    uint8 private constant EARLY = 253;
    uint8 private constant INVALID = 254;
    uint8 private constant NONE = 255;
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
        dispute_.proposerBond = _takeBond();
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
        if (newOutcomeId != EARLY) _requireOutcome(marketToken, newOutcomeId);
        dispute_.disputer = msg.sender;
        dispute_.disputedOutcome = newOutcomeId;
        dispute_.disputerBond = _takeBond();
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
        bool isLate = block.timestamp >= _votingEnd(marketToken);
        if (isLate && _isDecided(marketToken)) revert VotingClosed();
        round.choices[msg.sender] = uint256(outcomeId) + 1;
        ++round.counts[outcomeId];
        ++round.votes;
        if (isLate && _isDecided(marketToken)) round.decidedLate = block.timestamp;
        _stakes[msg.sender].lockedUntil = block.timestamp + STAKE_LOCK;
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
        dispute_.vetoBond = _takeBond();
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
        end = Math.max(end, round.decidedLate) + VETO_PERIOD;
        if (block.timestamp < end) revert VetoRunning(end);
        if (round.votes < round.quorum) revert QuorumMissed(round.votes, round.quorum);
        (uint8 winner, uint256 most, bool isTied) = _leader(marketToken);
        if (isTied) revert TiedVote();
        if (!_hasConsensus(most, round.votes)) {
            revert ConsensusMissed(most * 100 / round.votes, VOTING_CONSENSUS);
        }
        _conclude(marketToken, winner);
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
        if (block.timestamp < stake_.lockedUntil) revert StakeLocked(stake_.lockedUntil);
        delete _stakes[msg.sender];
        IERC20(token).transfer(msg.sender, amount);
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
    function stakeLockedUntil(address wallet) external view returns (uint256) {
        return _stakes[wallet].lockedUntil;
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
    function voterChoice(address marketToken, uint256 round, address wallet) public view returns (uint8) {
        uint256 choice = _rounds[marketToken][round].choices[wallet];
        return choice == 0 ? NONE : uint8(choice - 1);
    }

    /// @inheritdoc IMarketResolver
    function getClaimableBounty(address marketToken, address wallet) public view returns (uint256) {
        if (!resolved[marketToken] || _hasClaimed[marketToken][wallet]) return 0;
        uint8 choice = voterChoice(marketToken, currentRound[marketToken], wallet);
        return choice == _finalOutcomes[marketToken] ? _bountyPerVoter[marketToken] : 0;
    }

    /// @inheritdoc IMarketResolver
    function getClaimableEarlyBounty(address marketToken, uint256 round, address wallet)
        public
        view
        returns (uint256)
    {
        Round storage round_ = _rounds[marketToken][round];
        if (round_.hasClaimedEarly[wallet]) return 0;
        return voterChoice(marketToken, round, wallet) == EARLY ? round_.earlyBounty : 0;
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

    /// @dev The disputer gets the own bond and half of the proposer's, who came too early; the other half is for
    /// those who voted so.
    function _startNewRound(address marketToken, Dispute memory dispute_) private {
        uint256 shared = dispute_.proposerBond / 2;
        uint256 reward = dispute_.disputerBond + dispute_.proposerBond - shared;
        Round storage round = _round(marketToken);
        uint256 voters = round.counts[EARLY];
        uint256 seized = dispute_.vetoBond;
        if (voters > 0) round.earlyBounty = shared / voters;
        else seized += shared;
        delete disputes[marketToken];
        ++currentRound[marketToken];
        emit DisputeReset(marketToken);
        _payBonds(marketToken, dispute_.disputer, reward);
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

    function _takeBond() private returns (uint256) {
        USDB.transferFrom(msg.sender, address(this), PROPOSAL_BOND);
        return PROPOSAL_BOND;
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

    /// @dev EARLY only where the disputer says so.
    function _requireVotable(address marketToken, uint8 outcomeId) private view {
        if (outcomeId == EARLY && disputes[marketToken].disputedOutcome == EARLY) return;
        _requireOutcome(marketToken, outcomeId);
    }

    function _isDecided(address marketToken) private view returns (bool) {
        Round storage round = _round(marketToken);
        if (round.votes < round.quorum) return false;
        (, uint256 most, bool isTied) = _leader(marketToken);
        return !isTied && _hasConsensus(most, round.votes);
    }

    /// @dev The outcome with the most votes, and whether another one has as many.
    function _leader(address marketToken) private view returns (uint8 winner, uint256 most, bool isTied) {
        Round storage round = _round(marketToken);
        (winner, most) = (INVALID, round.counts[INVALID]);
        uint256 early = round.counts[EARLY];
        if (early > most) (winner, most) = (EARLY, early);
        else if (early == most && early > 0) isTied = true;
        uint256 options = TRADING.getNumOutcomes(marketToken);
        for (uint256 i; i < options; ++i) {
            uint256 count = round.counts[uint8(i)];
            if (count > most) (winner, most, isTied) = (uint8(i), count, false);
            else if (count == most && count > 0) isTied = true;
        }
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
