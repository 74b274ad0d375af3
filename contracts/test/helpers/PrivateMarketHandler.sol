// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IPrivateMarketTrading} from "../../src/markets/IPrivateMarketTrading.sol";
import {PrivateMarketTrading} from "../../src/markets/PrivateMarketTrading.sol";
import {Gamblers} from "./Gamblers.sol";

/// @dev Votes, changes votes, finalises, claims and admits voters at random as well.
contract PrivateGamblers is Gamblers {
    uint256 private constant ACTIVE = 0;
    uint256 private constant VOTING = 1;
    uint256 private constant CLOSED = 2;
    uint256 private constant FINAL = 3;

    PrivateMarketTrading private immutable trading;
    address private immutable creator;

    constructor(Venue memory venue_, address creator_, address[] memory wallets_, address[] memory markets_)
        Gamblers(venue_, wallets_, markets_)
    {
        (trading, creator) = (PrivateMarketTrading(address(venue_.book)), creator_);
    }

    function vote(uint256 who, uint256 what, uint256 outcome) external {
        (address wallet, address market) = _pick(who, what);
        uint8 id = _anyOutcome(market, outcome);
        uint256 before = stageOf(market);
        (uint256 endTime,,,) = book.getState(market);
        bool allowed = (before == VOTING || before == CLOSED || (before == ACTIVE && endTime == 0))
            && trading.isMarketVoter(market, wallet) && _canEndWith(market, id);
        bool ok = _do(wallet, abi.encodeCall(IPrivateMarketTrading.vote, (market, id)));
        // After the window only a tie is left to vote on.
        _require(before == CLOSED ? !ok || allowed : ok == allowed, "vote");
        _require(stageOf(market) == (ok && before == ACTIVE ? VOTING : before), "votes open the window");
        if (ok) _require(trading.voterChoice(market, wallet) == id, "the last choice counts");
    }

    function finalize(uint256 who, uint256 what) external {
        (address wallet, address market) = _pick(who, what);
        uint256 before = stageOf(market);
        (bool isTied, uint8 leader) = _leader(market);
        bool isSilent = trading.firstVoteTime(market) == 0 && block.timestamp >= _silenceEnd(market);
        if (isSilent) leader = 254;
        bool ok = _do(wallet, abi.encodeCall(IPrivateMarketTrading.finalize, (market)));
        _require(ok == (before != FINAL && isSilent || before == CLOSED && !isTied), "the most votes decide");
        _require(stageOf(market) == (ok ? FINAL : before), "finalize");
        (, uint8 outcome,,) = book.getState(market);
        if (ok) _require(outcome == leader, "the outcome is the leader");
    }

    function claim(uint256 who, uint256 what) external {
        (address wallet, address market) = _pick(who, what);
        uint256 owed = trading.getClaimableBounty(market, wallet);
        uint256 before = venue.usdb.balanceOf(wallet);
        bytes memory call = abi.encodeCall(IPrivateMarketTrading.claimBounty, (market));
        bool ok = _do(wallet, call);
        _require(ok == (owed > 0), "bounties are paid");
        _require(!_do(wallet, call), "bounties are paid once");
        _require(venue.usdb.balanceOf(wallet) - before == owed, "bounties are what they were shown to be");
    }

    function admit(uint256 who, uint256 what, uint256 whom, bool isCreator, bool status) external {
        (address wallet, address market) = _pick(who, what);
        if (isCreator) wallet = creator;
        address voter = _wallets[whom % _wallets.length];
        bool stays = !status && (voter == creator || trading.voterChoice(market, voter) != 255);
        bool allowed = wallet == creator && !_isFinal(market) && !stays;
        bytes memory call = abi.encodeCall(IPrivateMarketTrading.manageVoter, (market, voter, status));
        _require(_do(wallet, call) == allowed, "the creator admits voters");
    }

    function wait(uint256 what, uint256 time) external {
        (, address market) = _pick(what, what);
        (uint256 endTime,,,) = book.getState(market);
        uint256[3] memory moments = [
            trading.firstVoteTime(market) + trading.VOTING_WINDOW(), endTime, block.timestamp + time % 1 days
        ];
        uint256 moment = time % 32 == 0 ? _silenceEnd(market) : moments[time % 3];
        if (moment > block.timestamp) vm.warp(moment);
    }

    function stageOf(address market) public view override returns (uint256) {
        (uint256 endTime,, bool isFinal,) = book.getState(market);
        if (isFinal) return FINAL;
        uint256 first = trading.firstVoteTime(market);
        if (first != 0 && block.timestamp >= first + trading.VOTING_WINDOW()) return CLOSED;
        return first != 0 || (endTime != 0 && block.timestamp >= endTime) ? VOTING : ACTIVE;
    }

    /// @dev Counted anew from what each wallet has chosen.
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

    /// @dev When a market is INVALID that nobody has voted on.
    function _silenceEnd(address market) private view returns (uint256) {
        IMarketBook.MarketData memory data = trading.getMarketData(market);
        return data.endTime == 0 ? data.creationTime + 365 days : data.endTime + 30 days;
    }

    function _do(address wallet, bytes memory call) private returns (bool ok) {
        vm.prank(wallet);
        (ok,) = address(trading).call(call);
    }
}
