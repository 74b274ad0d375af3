// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPriceFeed} from "../../src/updown/IPriceFeed.sol";
import {IUpDown} from "../../src/updown/IUpDown.sol";
import {Test} from "./Test.sol";
import {IRounds} from "./UpDownFixture.sol";

/// @dev Handler of the invariant test about price rounds: random wallets bet on several assets and timeframes, prices and
/// time move, anybody settles, cancels, starts and claims, and the operator pauses, stops, resumes and replaces feeds. Calls
/// that the contract has to accept are made directly, so that a revert fails the test; settling and canceling may be refused.
contract UpDownHandler is Test {
    IERC20 private immutable usdb;
    address private immutable operator;
    address private immutable treasury;
    IUpDown[] private _assets;
    IPriceFeed[] private _feeds;
    address[] private _wallets;

    /// USDB that went in, out to wallets, and out to the treasury, by asset.
    uint256[8] public deposited;
    uint256[8] public paid;
    uint256[8] public fees;
    /// USDB that a round has paid to wallets, and its state when it got its outcome.
    mapping(uint256 asset => mapping(uint8 tf => mapping(uint256 id => uint256))) public roundPaid;
    mapping(uint256 asset => mapping(uint8 tf => mapping(uint256 id => bytes32))) private _final;
    /// Rounds that were known after the last call.
    mapping(uint256 asset => mapping(uint8 tf => uint256)) private _count;
    mapping(string call => uint256) public done;
    bool private _isRecording;
    bool public outcomeChanged;
    bool public quoteWasWrong;

    constructor(
        IERC20 usdb_,
        address operator_,
        address treasury_,
        IUpDown[] memory assets,
        IPriceFeed[] memory feeds,
        address[] memory wallets
    ) {
        (usdb, operator, treasury) = (usdb_, operator_, treasury_);
        (_assets, _feeds, _wallets) = (assets, feeds, wallets);
    }

    /// @dev After each call of the test every outcome is compared with the one that the round had first.
    modifier recorded() {
        bool isOuter = !_isRecording;
        _isRecording = true;
        _;
        if (!isOuter) return;
        _isRecording = false;
        _record();
    }

    function bet(uint256 seed) public recorded {
        (uint256 asset, uint8 tf, address wallet) = _pick(seed);
        IUpDown upDown = _assets[asset];
        uint256 id = upDown.currentRoundId(tf);
        if (id == 0 || upDown.paused() || vm.getBlockTimestamp() >= upDown.bettingEndsAt(tf)) return;
        (uint8 side,,,) = upDown.userBets(tf, id, wallet);
        if (side == 0) side = 1 + uint8(seed >> 40) % 2;
        uint256 amount = upDown.minBet() + amountOf(next(seed), 20_000e18);
        uint256 shares = upDown.quoteShares(tf, side, amount);
        vm.prank(wallet);
        if (seed & (1 << 48) != 0) upDown.bet(tf, id, side, amount, shares);
        else if (side == 1) upDown.betBull(tf, amount);
        else upDown.betBear(tf, amount);
        deposited[asset] += amount;
        ++done["bet"];
    }

    function post(uint256 seed) public recorded {
        vm.prank(operator);
        _feeds[seed % _feeds.length].update(_price(seed));
        ++done["post"];
    }

    function wait(uint256 time) public recorded {
        vm.warp(vm.getBlockTimestamp() + (time & 1 == 0 ? time % 1_500 : time % 1 days));
        ++done["wait"];
    }

    /// Anybody settles or cancels a round, when that is possible now.
    function settle(uint256 seed) public recorded {
        (uint256 asset, uint8 tf, address wallet) = _pick(seed);
        IUpDown upDown = _assets[asset];
        bool isCancel = seed & (1 << 40) != 0;
        uint256 before = usdb.balanceOf(treasury);
        vm.prank(wallet);
        (bool success,) = address(upDown).call(
            isCancel
                ? abi.encodeCall(upDown.cancelCurrentRoundAndStartNext, (tf))
                : abi.encodeCall(upDown.settleCurrentRound, (tf))
        );
        fees[asset] += usdb.balanceOf(treasury) - before;
        if (success) ++done[isCancel ? "cancel" : "settle"];
    }

    /// A round with bets, an end, mostly a price there, and somebody who settles or cancels it.
    function play(uint256 seed) external recorded {
        (uint256 asset, uint8 tf,) = _pick(seed);
        _open(asset, tf);
        uint256 same = seed & 0xffff;
        for (uint256 i; i < 3; ++i) {
            bet(next(seed ^ i) >> 16 << 16 | same);
        }
        uint256 end = _round(asset, tf, _assets[asset].currentRoundId(tf)).endTime;
        uint256 delay = seed >> 64 & 3 == 0 ? (seed >> 66) % 2_000 : 0;
        if (vm.getBlockTimestamp() < end + delay) vm.warp(end + delay);
        if (seed >> 80 & 7 != 0) post(seed >> 64 << 64 | asset);
        bool isCancel = seed & (1 << 40) != 0;
        if (isCancel && vm.getBlockTimestamp() <= end + 1_200) vm.warp(end + 1_201);
        settle(seed);
        ++done["play"];
    }

    function startRound(uint256 seed) public recorded {
        (uint256 asset, uint8 tf, address wallet) = _pick(seed);
        IUpDown upDown = _assets[asset];
        if (upDown.currentRoundId(tf) != 0 || upDown.halted() || !_isFresh(asset, tf)) return;
        vm.prank(wallet);
        upDown.startRound(tf);
        ++done["start"];
    }

    /// The next round that owes the wallet something, from a random one on.
    function claim(uint256 seed) external recorded {
        (uint256 asset, uint8 tf, address wallet) = _pick(seed);
        IUpDown upDown = _assets[asset];
        uint256 id = _pickRound(asset, tf, seed >> 64);
        uint256 count = roundCount(asset, tf);
        while (id < count && upDown.quoteClaimPayout(tf, id, wallet) == 0) ++id;
        uint256 owed = upDown.quoteClaimPayout(tf, id, wallet);
        if (owed == 0) return;
        uint256 held = usdb.balanceOf(wallet);
        vm.prank(wallet);
        upDown.claim(tf, id);
        _pay(asset, tf, id, owed);
        _checkClaim(asset, tf, id, wallet, usdb.balanceOf(wallet) - held == owed);
        ++done["claim"];
    }

    /// Twelve random rounds of one asset at once, some of them unknown, pending, lost or named twice.
    function claimMany(uint256 seed) external recorded {
        (uint256 asset,, address wallet) = _pick(seed);
        uint8[] memory tfs = new uint8[](12);
        uint256[] memory ids = new uint256[](12);
        uint256 owed;
        for (uint256 i; i < 12; ++i) {
            seed = next(seed);
            tfs[i] = uint8(seed % 6);
            ids[i] = _pickRound(asset, tfs[i], seed >> 64);
            bool isRepeated;
            for (uint256 j; j < i; ++j) {
                if (tfs[j] == tfs[i] && ids[j] == ids[i]) isRepeated = true;
            }
            if (isRepeated) continue;
            uint256 payout = _assets[asset].quoteClaimPayout(tfs[i], ids[i], wallet);
            _pay(asset, tfs[i], ids[i], payout);
            owed += payout;
        }
        if (owed == 0) return;
        uint256 held = usdb.balanceOf(wallet);
        vm.prank(wallet);
        _assets[asset].claimMany(tfs, ids);
        for (uint256 i; i < 12; ++i) {
            _checkClaim(asset, tfs[i], ids[i], wallet, usdb.balanceOf(wallet) - held == owed);
        }
        ++done["claim many"];
    }

    function operate(uint256 seed) external recorded {
        uint256 asset = seed % _assets.length;
        IUpDown upDown = _assets[asset];
        uint256 kind = (seed >> 8) % 4;
        vm.prank(operator);
        if (kind == 0) upDown.panicCancel();
        else if (kind == 1) upDown.setPaused(true);
        else if (kind == 2) upDown.setPaused(false);
        else upDown.setMinBet(1 + amountOf(next(seed), 100e18));
        ++done[kind == 0 ? "panic" : "operate"];
    }

    function resume(uint256 seed) external recorded {
        uint256 asset = seed % _assets.length;
        if (!_assets[asset].halted()) return;
        if (seed & (1 << 40) != 0) _replaceFeed(asset);
        _resume(asset);
        ++done["resume"];
    }

    function wallets() external view returns (address[] memory) {
        return _wallets;
    }

    function roundCount(uint256 asset, uint8 tf) public view returns (uint256 count) {
        count = _count[asset][tf];
        while (_round(asset, tf, count + 1).endTime != 0) ++count;
    }

    /// @dev Sees to it that a round is open and takes bets.
    function _open(uint256 asset, uint8 tf) private {
        IUpDown upDown = _assets[asset];
        if (upDown.halted()) _resume(asset);
        if (upDown.paused()) {
            vm.prank(operator);
            upDown.setPaused(false);
        }
        uint256 id = upDown.currentRoundId(tf);
        if (id != 0 && vm.getBlockTimestamp() < upDown.bettingEndsAt(tf)) return;
        if (id != 0) {
            uint256 end = _round(asset, tf, id).endTime;
            if (vm.getBlockTimestamp() < end) vm.warp(end);
            _cancelLate(asset, tf);
        }
        if (upDown.currentRoundId(tf) != 0) return;
        vm.prank(operator);
        _feeds[asset].update(1_000e8);
        upDown.startRound(tf);
        ++done["start"];
    }

    /// @dev Gives a round that has ended its outcome when an update can no longer be in time.
    function _cancelLate(uint256 asset, uint8 tf) private {
        vm.warp(vm.getBlockTimestamp() + 1_201);
        settle(asset | uint256(tf) << 8 | 1 << 40);
    }

    function _resume(uint256 asset) private {
        vm.startPrank(operator);
        _feeds[asset].update(1_000e8);
        _assets[asset].resumePrediction();
        vm.stopPrank();
    }

    /// @dev After the last round that had ended has its outcome.
    function _replaceFeed(uint256 asset) private {
        IUpDown upDown = _assets[asset];
        for (uint8 tf; tf < 5; ++tf) {
            if (upDown.currentRoundId(tf) != 0) _cancelLate(asset, tf);
        }
        _feeds[asset] = IPriceFeed(deploy("PriceFeed", abi.encode("BTC / USD", operator)));
        vm.prank(operator);
        upDown.setPriceFeed(address(_feeds[asset]));
        ++done["feed"];
    }

    function _pay(uint256 asset, uint8 tf, uint256 id, uint256 amount) private {
        paid[asset] += amount;
        roundPaid[asset][tf][id] += amount;
    }

    /// @dev After a claim nothing is left of it.
    function _checkClaim(uint256 asset, uint8 tf, uint256 id, address wallet, bool isExact) private {
        if (!isExact || _assets[asset].quoteClaimPayout(tf, id, wallet) != 0) quoteWasWrong = true;
    }

    function _pick(uint256 seed) private view returns (uint256 asset, uint8 tf, address wallet) {
        // Mostly the short timeframes, so that rounds end.
        tf = uint8(seed >> 8) % 8;
        if (tf > 4) tf -= 5;
        return (seed % _assets.length, tf, _wallets[(seed >> 16) % _wallets.length]);
    }

    function _pickRound(uint256 asset, uint8 tf, uint256 seed) private view returns (uint256) {
        return seed % (roundCount(asset, tf) + 2);
    }

    function _round(uint256 asset, uint8 tf, uint256 id) private view returns (IRounds.Round memory) {
        return IRounds(address(_assets[asset])).getRound(tf, id);
    }

    function _isFresh(uint256 asset, uint8 tf) private view returns (bool) {
        (, int256 answer,, uint256 updatedAt,) = _feeds[asset].latestRoundData();
        return answer > 0 && vm.getBlockTimestamp() - updatedAt <= _assets[asset].priceStaleness(tf);
    }

    /// @dev Mostly near 1,000 USD, so that equal prices happen too; rarely no price.
    function _price(uint256 seed) private pure returns (int256) {
        uint256 kind = (seed >> 96) % 24;
        if (kind == 0) return 0;
        if (kind == 1) return -1;
        return 1_000e8 + int256((seed >> 128) % 5) - 2;
    }

    function _record() private {
        for (uint256 asset; asset < _assets.length; ++asset) {
            for (uint8 tf; tf < 5; ++tf) {
                uint256 count = roundCount(asset, tf);
                _count[asset][tf] = count;
                for (uint256 id = 1; id <= count; ++id) {
                    _recordOutcome(asset, tf, id);
                }
            }
        }
    }

    function _recordOutcome(uint256 asset, uint8 tf, uint256 id) private {
        IRounds.Round memory round = _round(asset, tf, id);
        bytes32 was = _final[asset][tf][id];
        if (was != 0 && was != keccak256(abi.encode(round))) outcomeChanged = true;
        if (was == 0 && round.outcome != 0) _final[asset][tf][id] = keccak256(abi.encode(round));
    }
}
