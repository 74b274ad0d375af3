// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {DisputeBonds} from "./DisputeBonds.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {IMarketTrading} from "./IMarketTrading.sol";
import {ResolverStore} from "./ResolverStore.sol";
import {VoterStakes} from "./VoterStakes.sol";
import {VoteTally} from "./VoteTally.sol";

/// @dev The steps of a resolution: proposal, dispute, vote, veto, final outcome. The contract holds the bonds of running
/// rounds, the stakes of voters and the bounties that voters have not claimed. It calls `MarketTrading`, TIDE, listed
/// tokens and USDB only, which are contracts of the platform.
contract MarketResolver is VoterStakes, DisputeBonds {
    using SafeERC20 for IERC20;
    using VoteTally for VoteTally.Tally;

    struct Periods {
        uint256 challenge;
        uint256 voting;
        uint256 veto;
    }

    /// USDB of bounty per vote of the quorum.
    uint256 private constant BOUNTY_PER_QUORUM_VOTE = 50e18;
    /// Number of votes from which the winner needs `VOTING_CONSENSUS`.
    uint256 private constant CONSENSUS_MIN_VOTES = 9;
    uint256 private constant PERCENT = 100;

    /// @inheritdoc IMarketResolver
    uint256 public constant MIN_QUORUM = 2;
    /// @inheritdoc IMarketResolver
    uint256 public constant MAX_QUORUM = 100;
    /// @inheritdoc IMarketResolver
    uint256 public constant VOTING_CONSENSUS = 70;

    modifier whenUnresolved(address marketToken) {
        if (TRADING.getNumOutcomes(marketToken) == 0) revert MarketNotFound(marketToken);
        if (resolved[marketToken]) revert MarketIsResolved();
        _;
    }

    constructor(IMarketTrading trading, ISwap swap, Periods memory periods, address operator)
        ResolverStore(trading, swap, periods.challenge, periods.voting, periods.veto, operator)
    {}

    /// @inheritdoc IMarketResolver
    function proposeOutcome(address marketToken, uint8 outcomeId)
        external
        nonReentrant
        whenUnresolved(marketToken)
    {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.proposer != address(0)) revert AlreadyProposed();
        _checkOutcome(marketToken, outcomeId);
        (uint256 endTime,,,) = TRADING.getState(marketToken);
        if (block.timestamp < endTime) revert MarketNotEnded(endTime);
        dispute_.proposer = msg.sender;
        dispute_.originalOutcome = outcomeId;
        dispute_.disputedOutcome = UNRESOLVED;
        dispute_.vetoOutcome = UNRESOLVED;
        dispute_.proposerBond = _receiveBond(marketToken);
        _round(marketToken).proposalTime = block.timestamp;
        emit Proposal(marketToken, msg.sender, outcomeId);
    }

    /// @inheritdoc IMarketResolver
    function dispute(address marketToken, uint8 newOutcomeId)
        external
        nonReentrant
        whenUnresolved(marketToken)
    {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.proposer == address(0)) revert NotProposed();
        if (dispute_.disputer != address(0)) revert AlreadyDisputed();
        if (dispute_.proposer == msg.sender) revert NotAllowed();
        if (block.timestamp >= _challengeEnd(marketToken)) revert ChallengeOver();
        if (newOutcomeId == dispute_.originalOutcome) revert InvalidOutcome(newOutcomeId);
        _checkVotable(marketToken, newOutcomeId);
        dispute_.disputer = msg.sender;
        dispute_.disputedOutcome = newOutcomeId;
        dispute_.disputerBond = _receiveBond(marketToken);
        dispute_.disputeStartTime = block.timestamp;
        _round(marketToken).quorum = _quorumFor(TRADING.getBountyPool(marketToken));
        emit DisputeStarted(marketToken, msg.sender, newOutcomeId, dispute_.disputerBond);
    }

    /// @inheritdoc IMarketResolver
    function finalizeUncontested(address marketToken) external nonReentrant whenUnresolved(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.proposer == address(0)) revert NotProposed();
        if (dispute_.disputer != address(0)) revert AlreadyDisputed();
        uint256 end = _challengeEnd(marketToken);
        if (block.timestamp < end) revert ChallengeRunning(end);
        address proposer = dispute_.proposer;
        _settle(marketToken, dispute_.originalOutcome);
        _payBonds(marketToken, proposer, dispute_.proposerBond);
        uint256 bounty = TRADING.takeBounty(marketToken);
        if (bounty == 0) return;
        USDB.safeTransfer(proposer, bounty);
        emit BountyClaimed(marketToken, proposer, bounty);
    }

    /// @inheritdoc IMarketResolver
    function vote(address marketToken, uint8 outcomeId) external whenUnresolved(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.disputer == address(0)) revert NotDisputed();
        if (dispute_.vetoer != address(0)) revert AlreadyVetoed();
        if (!isVoter(msg.sender)) revert NotStaked();
        _checkVotable(marketToken, outcomeId);
        Round storage round = _round(marketToken);
        if (round.choices[msg.sender] != 0) revert AlreadyVoted();
        VoteTally.Tally memory tally = round.tally;
        // Evaluated before the end of voting too, so that every vote costs the same gas.
        bool isDecided = _isDecided(round, tally);
        if (isDecided && block.timestamp >= _votingEnd(marketToken)) revert VotingClosed();
        round.choices[msg.sender] = uint256(outcomeId) + 1;
        ++tally.votes;
        tally.compare(outcomeId, ++round.counts[outcomeId]);
        tally.lastVote = uint64(block.timestamp);
        round.tally = tally;
        // Always a new slot, so that the gas of a vote does not depend on the wallet's other votes.
        _voteLocks[msg.sender].push(
            VoteLock(marketToken, SafeCast.toUint48(currentRound[marketToken]), SafeCast.toUint48(block.timestamp))
        );
        emit Vote(marketToken, msg.sender, outcomeId);
    }

    /// @inheritdoc IMarketResolver
    function veto(address marketToken, uint8 proposedOutcome)
        external
        nonReentrant
        whenUnresolved(marketToken)
    {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.disputer == address(0)) revert NotDisputed();
        if (dispute_.vetoer != address(0)) revert AlreadyVetoed();
        uint256 end = _votingEnd(marketToken);
        if (block.timestamp < end) revert VotingRunning(end);
        if (proposedOutcome == dispute_.disputedOutcome) revert InvalidOutcome(proposedOutcome);
        _checkOutcome(marketToken, proposedOutcome);
        dispute_.vetoer = msg.sender;
        dispute_.vetoOutcome = proposedOutcome;
        dispute_.vetoBond = _receiveBond(marketToken);
        emit Vetoed(marketToken, msg.sender, proposedOutcome, dispute_.vetoBond);
    }

    /// @inheritdoc IMarketResolver
    function resolveByBasis(address marketToken, uint8 outcomeId)
        external
        onlyOwner
        nonReentrant
        whenUnresolved(marketToken)
    {
        if (disputes[marketToken].vetoer == address(0)) revert NotVetoed();
        _checkVotable(marketToken, outcomeId);
        _resolve(marketToken, outcomeId);
    }

    /// @inheritdoc IMarketResolver
    function finalizeMarket(address marketToken) external nonReentrant whenUnresolved(marketToken) {
        Dispute storage dispute_ = disputes[marketToken];
        if (dispute_.disputer == address(0)) revert NotDisputed();
        if (dispute_.vetoer != address(0)) revert AlreadyVetoed();
        uint256 end = _votingEnd(marketToken);
        if (block.timestamp < end) revert VotingRunning(end);
        Round storage round = _round(marketToken);
        VoteTally.Tally memory tally = round.tally;
        // When a late vote decides, the veto period starts with it: others get the same time to object.
        if (_isDecided(round, tally)) end = Math.max(end, tally.lastVote);
        end += VETO_PERIOD;
        if (block.timestamp < end) revert VetoRunning(end);
        if (!_isDecided(round, tally)) {
            if (_endsUndecided(marketToken, dispute_)) return _endUndecided(marketToken, dispute_);
            _revertUndecided(round, tally);
        }
        _resolve(marketToken, tally.leader);
    }

    /// @notice Always reverts: without an operator a vetoed market could never be resolved, and its USDB would stay
    /// locked.
    function renounceOwnership() public view override onlyOwner {
        revert OwnableInvalidOwner(address(0));
    }

    /// @dev Ends a dispute with the outcome of the vote or of the operator. The parts of the bounty are rounded down, so
    /// that all claims together fit into it.
    function _resolve(address marketToken, uint8 outcomeId) private {
        Dispute memory dispute_ = disputes[marketToken];
        if (outcomeId == EARLY) {
            _startNewRound(marketToken, dispute_);
            return;
        }
        uint256 voters = _round(marketToken).counts[outcomeId];
        _settle(marketToken, outcomeId);
        _distributeBonds(marketToken, dispute_, outcomeId);
        uint256 bounty = TRADING.takeBounty(marketToken);
        if (voters > 0) _bountyPerVoter[marketToken] = bounty / voters;
        else if (bounty > 0) USDB.safeTransfer(TRADING.insurance(), bounty);
    }

    function _settle(address marketToken, uint8 outcomeId) private {
        resolved[marketToken] = true;
        _finalOutcomes[marketToken] = outcomeId;
        // Calls back nobody but USDB; this contract has recorded the outcome already.
        TRADING.settle(marketToken, outcomeId);
        emit Resolved(marketToken, outcomeId);
    }

    /// @dev EARLY won.
    function _startNewRound(address marketToken, Dispute memory dispute_) private {
        Round storage round = _round(marketToken);
        _reset(marketToken);
        _distributeEarlyBonds(marketToken, dispute_, round);
    }

    /// @dev Whether a round ends without a decision of its voters: that of an open-ended market whose dispute says EARLY.
    /// Its pool is shut meanwhile: without an end, two own wallets could shut it for as long as they like.
    function _endsUndecided(address marketToken, Dispute storage dispute_) private view returns (bool) {
        if (dispute_.disputedOutcome != EARLY) return false;
        (uint256 endTime,,,) = TRADING.getState(marketToken);
        return endTime == 0;
    }

    function _endUndecided(address marketToken, Dispute memory dispute_) private {
        _reset(marketToken);
        _halveBonds(marketToken, dispute_);
    }

    function _reset(address marketToken) private {
        delete disputes[marketToken];
        ++currentRound[marketToken];
        emit DisputeReset(marketToken);
    }

    function _revertUndecided(Round storage round, VoteTally.Tally memory tally) private view {
        if (tally.votes < round.quorum) revert QuorumMissed(tally.votes, round.quorum);
        if (tally.isTied) revert TiedVote();
        revert ConsensusMissed(uint256(tally.most) * PERCENT / tally.votes, VOTING_CONSENSUS);
    }

    function _challengeEnd(address marketToken) private view returns (uint256) {
        return _round(marketToken).proposalTime + PROPOSAL_PERIOD;
    }

    function _votingEnd(address marketToken) private view returns (uint256) {
        return disputes[marketToken].disputeStartTime + DISPUTE_PERIOD;
    }

    /// @dev Accepts the outcomes that a market can end with: its options and INVALID.
    function _checkOutcome(address marketToken, uint8 outcomeId) private view {
        if (outcomeId == INVALID) return;
        if (outcomeId >= TRADING.getNumOutcomes(marketToken)) revert InvalidOutcome(outcomeId);
    }

    /// @dev Accepts the outcomes that a dispute can end with: as above, and EARLY. A market that has ended can be reset
    /// `MAX_RESETS` times only, so that its resolution cannot be delayed for ever.
    function _checkVotable(address marketToken, uint8 outcomeId) private view {
        if (outcomeId != EARLY) return _checkOutcome(marketToken, outcomeId);
        if (currentRound[marketToken] < MAX_RESETS) return;
        (uint256 endTime,,,) = TRADING.getState(marketToken);
        if (endTime != 0 && block.timestamp >= endTime) revert InvalidOutcome(EARLY);
    }

    /// @dev Whether the vote can be finalized: quorum, no tie, and consensus among many votes.
    function _isDecided(Round storage round, VoteTally.Tally memory tally) private view returns (bool) {
        return tally.votes >= round.quorum && !tally.isTied && _hasConsensus(tally.most, tally.votes);
    }

    function _hasConsensus(uint256 most, uint256 votes) private pure returns (bool) {
        return votes < CONSENSUS_MIN_VOTES || most * PERCENT >= votes * VOTING_CONSENSUS;
    }

    function _quorumFor(uint256 bounty) private pure returns (uint256 votes) {
        votes = bounty / BOUNTY_PER_QUORUM_VOTE;
        if (votes < MIN_QUORUM) return MIN_QUORUM;
        if (votes > MAX_QUORUM) return MAX_QUORUM;
    }
}
