// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPriceFeed} from "../../src/updown/IPriceFeed.sol";
import {IUpDown} from "../../src/updown/IUpDown.sol";
import {IRounds, UpDownFixture} from "../helpers/UpDownFixture.sol";
import {UpDownHandler} from "../helpers/UpDownHandler.sol";

/// @dev Random bets, prices, times, settlements, cancelations, claims and stops over two assets and all timeframes.
contract UpDownInvariantTest is UpDownFixture {
    uint256 private constant ASSETS = 2;

    UpDownHandler private handler;
    IUpDown[] private _assets;
    address[] private _wallets;

    function setUp() public override {
        super.setUp();
        _wallets = [ALICE, BOB, CAROL];
        IPriceFeed[] memory feeds = new IPriceFeed[](ASSETS);
        for (uint256 i; i < ASSETS; ++i) {
            feed = IPriceFeed(deploy("PriceFeed", abi.encode("BTC / USD", OPERATOR)));
            upDown = deployUpDown(address(feed));
            feeds[i] = feed;
            start();
            _assets.push(upDown);
            for (uint256 j; j < _wallets.length; ++j) {
                fund(_wallets[j], 1e30);
                allow(_wallets[j]);
            }
        }
        handler = new UpDownHandler(usdb, OPERATOR, TREASURY, _assets, feeds, _wallets);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// forge-config: default.invariant.runs = 60
    /// forge-config: default.invariant.depth = 20
    /// forge-config: deep.invariant.runs = 10000
    /// forge-config: deep.invariant.depth = 12
    function invariant_updown() public view {
        vm.assertFalse(handler.outcomeChanged());
        vm.assertFalse(handler.quoteWasWrong());
        for (uint256 asset; asset < ASSETS; ++asset) {
            _assertSolvent(asset);
        }
    }

    /// In the end everything that is owed is paid: each open round is canceled or settled and every wallet claims.
    function afterInvariant() public {
        vm.warp(vm.getBlockTimestamp() + 2 days);
        for (uint256 asset; asset < ASSETS; ++asset) {
            upDown = _assets[asset];
            uint256 owed;
            for (uint8 tf; tf < 5; ++tf) {
                if (upDown.currentRoundId(tf) != 0) upDown.cancelCurrentRoundAndStartNext(tf);
                for (uint256 id = handler.roundCount(asset, tf); id > 0; --id) {
                    _claimAll(tf, id);
                }
                owed += upDown.pendingCarryover(tf) + _openSeed(tf);
            }
            uint256 left = usdb.balanceOf(address(upDown));
            vm.assertGe(left, owed, "what is left seeds rounds");
        }
    }

    function _claimAll(uint8 tf, uint256 id) private {
        for (uint256 i; i < _wallets.length; ++i) {
            uint256 owed = upDown.quoteClaimPayout(tf, id, _wallets[i]);
            if (owed > 0) vm.assertEq(claim(_wallets[i], tf, id), owed);
            if (getRound(tf, id).outcome == 0) continue;
            claimFails(IUpDown.NothingToClaim.selector, _wallets[i], tf, id);
        }
    }

    function _openSeed(uint8 tf) private view returns (uint256) {
        uint256 id = upDown.currentRoundId(tf);
        return id == 0 ? 0 : getRound(tf, id).seedBonus;
    }

    /// What is held is what came in less what went out, and covers what is owed; more than that is dust of roundings only.
    function _assertSolvent(uint256 asset) private view {
        uint256 owed;
        uint256 dust;
        for (uint8 tf; tf < 5; ++tf) {
            uint256 count = handler.roundCount(asset, tf);
            for (uint256 id = 1; id <= count; ++id) {
                owed += _owedOf(asset, tf, id);
            }
            owed += _assets[asset].pendingCarryover(tf);
            dust += count * _wallets.length;
        }
        uint256 held = usdb.balanceOf(address(_assets[asset]));
        vm.assertEq(held, handler.deposited(asset) - handler.paid(asset) - handler.fees(asset), "accounts");
        vm.assertGe(held, owed, "solvent");
        vm.assertLe(held, owed + dust, "nothing is lost");
    }

    /// What a round still owes; and what it pays in all is at most what it has.
    function _owedOf(uint256 asset, uint8 tf, uint256 id) private view returns (uint256 owed) {
        IRounds.Round memory round = IRounds(address(_assets[asset])).getRound(tf, id);
        if (round.bullPool + round.bearPool == 0) {
            vm.assertTrue(round.outcome == 0 || round.outcome == CANCELED, "nobody can win");
            return round.outcome == 0 ? round.seedBonus : 0;
        }
        _assertSums(asset, tf, id, round);
        uint256 total = round.bullPool + round.bearPool + round.seedBonus;
        if (round.outcome == 0) return total;
        for (uint256 i; i < _wallets.length; ++i) {
            owed += _assets[asset].quoteClaimPayout(tf, id, _wallets[i]);
        }
        // Of the losing pool 2 % are fee and 3 % seed the next round; the seed moves on of a canceled round, and what is
        // above the losing pool of another.
        uint256 moved = round.seedBonus;
        if (round.outcome != CANCELED) {
            uint256 losing = round.outcome == BULL ? round.bearPool : round.bullPool;
            moved = losing * 2 / 100 + losing * 3 / 100 + moved - (moved < losing ? moved : losing);
        }
        uint256 payouts = handler.roundPaid(asset, tf, id) + owed;
        vm.assertLe(payouts + moved, total, "payouts of a round");
        vm.assertGe(payouts + moved + _wallets.length, total, "a round pays what it has");
    }

    function _assertSums(uint256 asset, uint8 tf, uint256 id, IRounds.Round memory round) private view {
        uint256[3] memory amounts;
        uint256[3] memory sums;
        for (uint256 i; i < _wallets.length; ++i) {
            (uint8 side, uint256 amount, uint256 shares,) =
                _assets[asset].userBets(tf, id, _wallets[i]);
            amounts[side] += amount;
            sums[side] += shares;
        }
        vm.assertEq(round.bullPool, amounts[BULL], "bull pool");
        vm.assertEq(round.bearPool, amounts[BEAR], "bear pool");
        vm.assertEq(round.sharesBull, sums[BULL], "bull shares");
        vm.assertEq(round.sharesBear, sums[BEAR], "bear shares");
        vm.assertEq(round.virtBull - round.bullPool, round.virtBear - round.bearPool, "one base");
    }

    /// The invariants would hold trivially if the handler did nothing.
    function test_everyCallOfTheHandlerDoesSomething() public {
        uint256 seed = 1;
        for (uint256 i; i < 40; ++i) {
            handler.play(seed = next(seed));
            handler.claim(seed = next(seed));
            handler.claimMany(seed = next(seed));
            if (i % 3 == 0) handler.operate(seed = next(seed));
            if (i % 2 == 0) handler.resume(seed = next(seed));
            handler.startRound(seed = next(seed));
            handler.post(seed = next(seed));
            if (i % 4 == 0) handler.wait((seed = next(seed)) << 1);
        }
        string[12] memory calls = [
            "bet", "post", "wait", "settle", "cancel", "play", "start", "claim", "claim many", "operate", "panic", "resume"
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.assertGe(handler.done(calls[i]), 1, calls[i]);
        }
        vm.assertGe(handler.done("feed"), 1, "feed");
        uint256[4] memory outcomes;
        for (uint8 tf; tf < 5; ++tf) {
            for (uint256 id = handler.roundCount(0, tf); id > 0; --id) {
                ++outcomes[IRounds(address(_assets[0])).getRound(tf, id).outcome];
            }
        }
        for (uint256 i; i < 4; ++i) {
            vm.assertGe(outcomes[i], 1, "every outcome");
        }
        invariant_updown();
        afterInvariant();
    }
}
