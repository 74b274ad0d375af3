// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IPrivateMarketTrading} from "../../src/markets/IPrivateMarketTrading.sol";
import {PrivateMarketTrading} from "../../src/markets/PrivateMarketTrading.sol";
import {MarketHandler} from "./MarketHandler.sol";

/// @dev Adds the calls of private markets: votes, changed votes, finalization, claims, voters.
contract PrivateMarketHandler is MarketHandler {
    uint256 private constant ACTIVE = 0;
    uint256 private constant VOTING = 1;
    uint256 private constant CLOSED = 2;
    uint256 private constant FINAL = 3;

    PrivateMarketTrading private immutable trading;
    address private immutable creator;

    constructor(
        Deployment memory deployment_,
        address creator_,
        address[] memory wallets_,
        address[] memory markets_
    ) MarketHandler(deployment_, wallets_, markets_) {
        (trading, creator) = (PrivateMarketTrading(address(deployment_.book)), creator_);
    }

    function vote(uint256 who, uint256 what, uint256 outcome) external {
        (address wallet, address market) = _select(who, what);
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = phaseOf(market);
        (uint256 endTime,,,) = book.getState(market);
        bool allowed = (before == VOTING || before == CLOSED || (before == ACTIVE && endTime == 0))
            && trading.isMarketVoter(market, wallet) && _canEndWith(market, id);
        bool ok = _tryCall(wallet, abi.encodeCall(IPrivateMarketTrading.vote, (market, id)));
        // After the window a vote is accepted only while there is a tie.
        _require(before == CLOSED ? !ok || allowed : ok == allowed, "vote");
        _require(phaseOf(market) == (ok && before == ACTIVE ? VOTING : before), "votes open the window");
        if (ok) _require(trading.voterChoice(market, wallet) == id, "the last choice counts");
    }

    function finalize(uint256 who, uint256 what) external {
        (address wallet, address market) = _select(who, what);
        uint256 before = phaseOf(market);
        (bool isTied, uint8 leader) = _leader(market);
        bool isTimedOut = trading.firstVoteTime(market) == 0 && vm.getBlockTimestamp() >= _voteTimeoutEnd(market);
        if (isTimedOut) leader = 254;
        bool ok = _tryCall(wallet, abi.encodeCall(IPrivateMarketTrading.finalize, (market)));
        _require(
            ok == (before != FINAL && isTimedOut || before == CLOSED && !isTied), "the most votes decide"
        );
        _require(phaseOf(market) == (ok ? FINAL : before), "finalize");
        (, uint8 outcome,,) = book.getState(market);
        if (ok) _require(outcome == leader, "the outcome is the leader");
    }

    function claim(uint256 who, uint256 what) external {
        (address wallet, address market) = _select(who, what);
        uint256 owed = trading.getClaimableBounty(market, wallet);
        uint256 before = deployment.usdb.balanceOf(wallet);
        bytes memory call = abi.encodeCall(IPrivateMarketTrading.claimBounty, (market));
        bool ok = _tryCall(wallet, call);
        _require(ok == (owed > 0), "bounties are paid");
        _require(!_tryCall(wallet, call), "bounties are paid once");
        _require(
            deployment.usdb.balanceOf(wallet) - before == owed, "bounties are what they were shown to be"
        );
    }

    function manageVoter(uint256 who, uint256 what, uint256 whom, bool isCreator, bool status) external {
        (address wallet, address market) = _select(who, what);
        if (isCreator) wallet = creator;
        address voter = _wallets[whom % _wallets.length];
        bool stays = !status && (voter == creator || trading.voterChoice(market, voter) != 255);
        bool allowed = wallet == creator && !_isFinal(market) && !stays;
        bytes memory call = abi.encodeCall(IPrivateMarketTrading.manageVoter, (market, voter, status));
        _require(_tryCall(wallet, call) == allowed, "the creator admits voters");
    }

    function wait(uint256 what, uint256 time) external {
        (, address market) = _select(what, what);
        (uint256 endTime,,,) = book.getState(market);
        uint256[3] memory moments = [
            trading.firstVoteTime(market) + trading.VOTING_WINDOW(), endTime, vm.getBlockTimestamp() + time % 1 days
        ];
        uint256 moment = time % 32 == 0 ? _voteTimeoutEnd(market) : moments[time % 3];
        if (moment > vm.getBlockTimestamp()) vm.warp(moment);
    }

    function phaseOf(address market) public view override returns (uint256) {
        (uint256 endTime,, bool isFinal,) = book.getState(market);
        if (isFinal) return FINAL;
        uint256 first = trading.firstVoteTime(market);
        if (first != 0 && vm.getBlockTimestamp() >= first + trading.VOTING_WINDOW()) return CLOSED;
        return first != 0 || (endTime != 0 && vm.getBlockTimestamp() >= endTime) ? VOTING : ACTIVE;
    }

    /// @dev Counts the choices of all wallets.
    function _leader(address market) private view returns (bool isTied, uint8 leader) {
        uint256[256] memory counts;
        uint256 most;
        for (uint256 i; i < _wallets.length; ++i) {
            uint8 choice = trading.voterChoice(market, _wallets[i]);
            if (choice == 255) continue;
            uint256 count = ++counts[choice];
            if (count > most) (most, leader, isTied) = (count, choice, false);
            else if (count == most) isTied = true;
        }
    }

    /// @dev Time from which a market without votes can be ended as INVALID.
    function _voteTimeoutEnd(address market) private view returns (uint256) {
        IMarketBook.MarketData memory data = trading.getMarketData(market);
        return data.endTime == 0 ? data.creationTime + 365 days : data.endTime + 30 days;
    }

    function _tryCall(address wallet, bytes memory call) private returns (bool ok) {
        vm.prank(wallet);
        (ok,) = address(trading).call(call);
    }
}
