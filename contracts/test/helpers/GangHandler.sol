// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketResolver} from "../../src/markets/MarketResolver.sol";
import {MarketTrading} from "../../src/markets/MarketTrading.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the invariant test about bonds. One group owns every proposer, disputer, vetoer and voter, and tries to
/// raise bonds, to reset rounds and to keep pools shut. Everybody else only finishes what can be finished.
contract GangHandler is Test {
    uint8 private constant EARLY = 253;
    uint256 private constant LONGEST_WAIT = 900;

    MarketResolver private immutable resolver;
    MarketTrading private immutable trading;
    IERC20 private immutable usdb;
    address private immutable operator;
    address[] private _gang;
    address[] private _markets;

    /// When the pool of a market was first seen shut, in seconds; 0 while it sells.
    mapping(address market => uint256) private _shutSince;
    /// Text of the first rule that was violated; empty if none was.
    string public violation;

    constructor(
        MarketResolver resolver_,
        MarketTrading trading_,
        IERC20 usdb_,
        address operator_,
        address[] memory gang_,
        address[] memory markets_
    ) {
        (resolver, trading, usdb, operator) = (resolver_, trading_, usdb_, operator_);
        (_gang, _markets) = (gang_, markets_);
    }

    /// Proposes, and mostly disputes at once with the same or another wallet, so that a proposal is seldom undisputed.
    function open(uint256 who, uint256 other, uint256 what, uint256 outcome) external {
        address market = _markets[what % _markets.length];
        bytes memory call = abi.encodeCall(IMarketResolver.proposeOutcome, (market, uint8(outcome % 2)));
        _act(_member(who), market, call);
        if (other % 8 == 0) return;
        uint8[4] memory choices = [EARLY, EARLY, 254, uint8(1 - outcome % 2)];
        call = abi.encodeCall(IMarketResolver.dispute, (market, choices[other / 8 % 4]));
        _act(_member(other), market, call);
    }

    function vote(uint256 who, uint256 what, uint256 outcome) external {
        address market = _markets[what % _markets.length];
        uint8[4] memory choices = [EARLY, EARLY, 0, 1];
        bytes memory call = abi.encodeCall(IMarketResolver.vote, (market, choices[outcome % 4]));
        _act(_member(who), market, call);
    }

    function veto(uint256 who, uint256 what, uint256 outcome) external {
        address market = _markets[what % _markets.length];
        _act(_member(who), market, abi.encodeCall(IMarketResolver.veto, (market, uint8(outcome % 2))));
        if (outcome % 3 == 0) return;
        _act(operator, market, abi.encodeCall(IMarketResolver.resolveByBasis, (market, EARLY)));
    }

    function donate(uint256 who, uint256 what, uint256 amount) external {
        address market = _markets[what % _markets.length];
        vm.prank(_member(who));
        (bool ok,) =
            address(trading).call(abi.encodeCall(trading.donate, (market, bound(amount, 1, 100_000e18), false)));
        ok;
        _look();
    }

    function wait(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + bound(time, 100, LONGEST_WAIT));
        for (uint256 i; i < _markets.length; ++i) {
            _act(address(this), _markets[i], abi.encodeCall(IMarketResolver.finalizeMarket, (_markets[i])));
            bytes memory call = abi.encodeCall(IMarketResolver.finalizeUncontested, (_markets[i]));
            _act(address(this), _markets[i], call);
        }
        _look();
    }

    /// @dev A call that resets a round must cost the group half of the proposer's bond, and any other but a decision must
    /// leave it what it has.
    function _act(address wallet, address market, bytes memory call) private {
        if (resolver.resolved(market)) return;
        uint256 bond = resolver.bondOf(market);
        uint256 round = resolver.currentRound(market);
        uint256 before = _wealth();
        vm.prank(wallet);
        (bool ok,) = address(resolver).call(call);
        if (!ok || resolver.resolved(market)) return;
        if (resolver.currentRound(market) > round) {
            _require(_wealth() + bond / 2 <= before, "a reset costs half a bond");
        } else {
            _require(_wealth() == before, "other steps neither cost nor give");
        }
        _look();
    }

    /// @dev Bonds and pools of all markets.
    function _look() private {
        for (uint256 i; i < _markets.length; ++i) {
            address market = _markets[i];
            _require(resolver.bondOf(market) <= resolver.PROPOSAL_BOND(), "bonds have a limit");
            (uint256 endTime,, bool isFinal,) = trading.getState(market);
            if (endTime != 0 || isFinal) continue;
            if (trading.isPoolOpen(market)) {
                _shutSince[market] = 0;
                continue;
            }
            if (_shutSince[market] == 0) _shutSince[market] = vm.getBlockTimestamp();
            _require(_isPaidFor(market) || _isBrief(_shutSince[market]), "a shut pool costs somebody");
        }
    }

    /// @dev Challenge, voting, veto, the veto period that a late vote starts anew, and the time until somebody looks.
    function _isBrief(uint256 since) private view returns (bool) {
        return vm.getBlockTimestamp()
            <= since + resolver.PROPOSAL_PERIOD() + resolver.DISPUTE_PERIOD() + 2 * resolver.VETO_PERIOD()
            + LONGEST_WAIT;
    }

    /// @dev Whether the pool reopens only when somebody loses all bonds: the operator decides, or voters say EARLY though
    /// both parties said something else.
    function _isPaidFor(address market) private view returns (bool) {
        (, address disputer, address vetoer,, uint8 disputed,, uint256 first, uint256 second,,) =
            resolver.disputes(market);
        bool isVoted = disputer != address(0) && disputed != EARLY;
        return (isVoted || vetoer != address(0)) && first > 0 && second > 0;
    }

    /// @dev USDB of the group, its bonds, and what it can claim for votes for EARLY.
    function _wealth() private view returns (uint256 sum) {
        for (uint256 i; i < _gang.length; ++i) {
            sum += usdb.balanceOf(_gang[i]);
        }
        for (uint256 i; i < _markets.length; ++i) {
            address market = _markets[i];
            (,,,,,, uint256 first, uint256 second, uint256 third,) = resolver.disputes(market);
            if (!resolver.resolved(market)) sum += first + second + third;
            for (uint256 round; round < resolver.currentRound(market); ++round) {
                for (uint256 j; j < _gang.length; ++j) {
                    sum += resolver.getClaimableEarlyBounty(market, round, _gang[j]);
                }
            }
        }
    }

    function _member(uint256 who) private view returns (address) {
        return _gang[who % _gang.length];
    }

    function _require(bool condition, string memory rule) private {
        if (!condition && bytes(violation).length == 0) violation = rule;
    }
}
