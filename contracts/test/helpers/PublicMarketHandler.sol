// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketResolver} from "../../src/markets/MarketResolver.sol";
import {MarketHandler} from "./MarketHandler.sol";

/// @dev Adds the calls of the resolver: proposals, disputes, votes, vetoes, decisions, claims. Every step that the state
/// diagram in docs/contracts.md allows must succeed, every other one must revert.
contract PublicMarketHandler is MarketHandler {
    uint256 private constant ACTIVE = 0;
    uint256 private constant AWAITING = 1;
    uint256 private constant PROPOSED = 2;
    uint256 private constant UNCONTESTED = 3;
    uint256 private constant VOTING = 4;
    uint256 private constant VETO_WINDOW = 5;
    uint256 private constant DISPUTED = 6;
    uint256 private constant VETOED = 7;
    uint256 private constant FINAL = 8;

    MarketResolver private immutable resolver;
    address private immutable operator;
    mapping(address market => uint256) private _lastLateVote;
    /// Votes of each wallet.
    mapping(address wallet => PastVote[]) private _pastVotes;

    struct PastVote {
        address market;
        uint256 round;
    }

    constructor(
        Deployment memory deployment_,
        MarketResolver resolver_,
        address operator_,
        address[] memory wallets_,
        address[] memory markets_
    ) MarketHandler(deployment_, wallets_, markets_) {
        (resolver, operator) = (resolver_, operator_);
        for (uint256 i; i < markets_.length; ++i) {
            for (uint256 j; j < wallets_.length; ++j) {
                if (resolver_.nftHasVoted(markets_[i], 0, wallets_[j])) {
                    _pastVotes[wallets_[j]].push(PastVote(markets_[i], 0));
                }
            }
        }
    }

    function propose(uint256 who, uint256 what, uint256 outcome) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = phaseOf(market);
        (uint256 endTime,,,) = book.getState(market);
        bool allowed = (before == AWAITING || (before == ACTIVE && endTime == 0)) && _canEndWith(market, id);
        uint256 bond = resolver.bondOf(market);
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.proposeOutcome, (market, id)));
        _require(ok == allowed && phaseOf(market) == (ok ? PROPOSED : before), "propose");
        (,,,,,, uint256 taken,,,) = resolver.disputes(market);
        uint256 round = resolver.currentRound(market);
        uint256 least = 5e18 << (round < 2 ? round : 2);
        if (ok) _require(taken == bond && bond >= least && bond <= 4_000e18, "bond");
    }

    function dispute(uint256 who, uint256 what, uint256 outcome) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = phaseOf(market);
        (address proposer,,, uint8 proposed,,,,,,) = resolver.disputes(market);
        bool allowed = before == PROPOSED && id != proposed && _isVotable(market, id) && wallet != proposer;
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.dispute, (market, id)));
        _require(ok == allowed && phaseOf(market) == (ok ? VOTING : before), "dispute");
    }

    function vote(uint256 who, uint256 what, uint256 outcome) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = phaseOf(market);
        bool votes = before == VOTING || before == VETO_WINDOW || before == DISPUTED;
        bool allowed = votes && resolver.isVoter(wallet) && _isVotable(market, id)
            && !resolver.nftHasVoted(market, resolver.currentRound(market), wallet);
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.vote, (market, id)));
        if (ok && before != VOTING) _lastLateVote[market] = vm.getBlockTimestamp();
        if (ok) _pastVotes[wallet].push(PastVote(market, resolver.currentRound(market)));
        // After the voting period a decided vote accepts no more votes.
        _require(before == VOTING ? ok == allowed : !ok || allowed, "vote");
        _require(phaseOf(market) == before, "votes do not change the phase");
    }

    function veto(uint256 who, uint256 what, uint256 outcome) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = phaseOf(market);
        (,,,, uint8 disputed,,,,,) = resolver.disputes(market);
        bool allowed =
            (before == VETO_WINDOW || before == DISPUTED) && id != disputed && _canEndWith(market, id);
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.veto, (market, id)));
        _require(ok == allowed && phaseOf(market) == (ok ? VETOED : before), "veto");
        (,,,,,, uint256 first, uint256 second, uint256 third,) = resolver.disputes(market);
        if (ok) _require(first == second && second == third, "one bond for a round");
    }

    function decide(uint256 who, uint256 what, uint256 outcome, bool isOperator) external {
        (address wallet, address market) = _select(who, what);
        if (isOperator) wallet = operator;
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = phaseOf(market);
        bool allowed = isOperator && before == VETOED && _isVotable(market, id);
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.resolveByBasis, (market, id)));
        _require(ok == allowed, "only the operator decides a veto");
        _expectEnd(market, before, ok, id == 253);
    }

    function finalize(uint256 who, uint256 what) external {
        (address wallet, address market) = _select(who, what);
        uint256 before = phaseOf(market);
        uint256 round = resolver.currentRound(market);
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.finalizeMarket, (market)));
        _require(!ok || before == DISPUTED, "votes are counted after the veto period");
        // A decided vote accepts no more votes, so the last late vote decided it.
        bool hasWaited = vm.getBlockTimestamp() >= _lastLateVote[market] + resolver.VETO_PERIOD();
        _require(!ok || hasWaited, "late votes can be vetoed");
        _expectEnd(market, before, ok, resolver.currentRound(market) > round);
    }

    function finalizeUncontested(uint256 who, uint256 what) external {
        (address wallet, address market) = _select(who, what);
        uint256 before = phaseOf(market);
        bool ok = _tryCall(wallet, abi.encodeCall(IMarketResolver.finalizeUncontested, (market)));
        _require(ok == (before == UNCONTESTED), "undisputed proposals become final");
        _expectEnd(market, before, ok, false);
    }

    function claim(uint256 who, uint256 what, uint256 round, bool isEarly) external {
        (address wallet, address market) = _select(who, what);
        round %= resolver.currentRound(market) + 1;
        uint256 owed = isEarly
            ? resolver.getClaimableEarlyBounty(market, round, wallet)
            : resolver.getClaimableBounty(market, wallet);
        uint256 before = deployment.usdb.balanceOf(wallet);
        bytes memory early = abi.encodeCall(IMarketResolver.claimEarlyBounty, (market, round));
        bytes memory final_ = abi.encodeCall(IMarketResolver.claimBounty, (market));
        _require(_tryCall(wallet, isEarly ? early : final_) == (owed > 0), "bounties are paid");
        _require(!_tryCall(wallet, isEarly ? early : final_), "bounties are paid once");
        _require(
            deployment.usdb.balanceOf(wallet) - before == owed, "bounties are what they were shown to be"
        );
    }

    function moveStake(uint256 who, bool isIn) external {
        (address wallet,) = _select(who, who);
        bool hasStake = resolver.isVoter(wallet);
        bool isFree = vm.getBlockTimestamp() >= resolver.stakeLockedUntil(wallet) && !_isInDispute(wallet);
        address main = address(deployment.main);
        bytes memory call = isIn
            ? abi.encodeCall(IMarketResolver.stake, (main))
            : abi.encodeCall(IMarketResolver.unstake, (main));
        bool canPay = deployment.main.balanceOf(wallet) >= 5e18;
        _require(_tryCall(wallet, call) == (isIn ? !hasStake && canPay : hasStake && isFree), "stakes");
    }

    /// Mostly warps to the end of a period, sometimes to a random time.
    function wait(uint256 what, uint256 time) external {
        (, address market) = _select(what, what);
        (,,,,,,,,, uint256 disputed) = resolver.disputes(market);
        uint256 voted = disputed + resolver.DISPUTE_PERIOD();
        (uint256 endTime,,,) = book.getState(market);
        uint256[5] memory moments = [
            resolver.proposalTime(market) + resolver.PROPOSAL_PERIOD(),
            voted,
            voted + resolver.VETO_PERIOD(),
            endTime,
            vm.getBlockTimestamp() + time % 2 days
        ];
        uint256 moment = moments[time % 5];
        if (moment > vm.getBlockTimestamp()) vm.warp(moment);
    }

    function phaseOf(address market) public view override returns (uint256) {
        (uint256 endTime,, bool isFinal,) = book.getState(market);
        if (isFinal) return FINAL;
        (address proposer, address disputer, address vetoer,,,,,,, uint256 disputed) =
            resolver.disputes(market);
        if (vetoer != address(0)) return VETOED;
        if (disputer != address(0)) {
            uint256 voted = disputed + resolver.DISPUTE_PERIOD();
            if (vm.getBlockTimestamp() < voted) return VOTING;
            return vm.getBlockTimestamp() < voted + resolver.VETO_PERIOD() ? VETO_WINDOW : DISPUTED;
        }
        if (proposer != address(0)) {
            uint256 challenged = resolver.proposalTime(market) + resolver.PROPOSAL_PERIOD();
            return vm.getBlockTimestamp() < challenged ? PROPOSED : UNCONTESTED;
        }
        return endTime != 0 && vm.getBlockTimestamp() >= endTime ? AWAITING : ACTIVE;
    }

    /// @dev A decision makes the market final, or starts a new round if it is EARLY.
    function _expectEnd(address market, uint256 before, bool ok, bool isReset) private {
        uint256 phase = phaseOf(market);
        if (!ok) _require(phase == before, "a refusal changes nothing");
        else if (isReset) _require(phase == ACTIVE || phase == AWAITING, "EARLY starts a new round");
        else _require(phase == FINAL && resolver.resolved(market), "a decision is final");
    }

    function _isVotable(address market, uint8 outcome) private view returns (bool) {
        if (outcome != 253) return _canEndWith(market, outcome);
        (uint256 endTime,,,) = book.getState(market);
        return resolver.currentRound(market) < 2 || endTime == 0 || vm.getBlockTimestamp() < endTime;
    }

    function _isInDispute(address wallet) private view returns (bool) {
        PastVote[] storage pastVotes = _pastVotes[wallet];
        for (uint256 i; i < pastVotes.length; ++i) {
            address market = pastVotes[i].market;
            if (!resolver.resolved(market) && resolver.currentRound(market) == pastVotes[i].round) {
                return true;
            }
        }
        return false;
    }

    function _tryCall(address wallet, bytes memory call) private returns (bool ok) {
        vm.prank(wallet);
        (ok,) = address(resolver).call(call);
    }
}
