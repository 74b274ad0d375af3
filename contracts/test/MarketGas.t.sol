// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MarketsFixture} from "./helpers/MarketsFixture.sol";

/// @dev Gas of the calls of markets, each as a transaction of its own. Compared with `snapshots/Markets.json`.
/// Even with the most outcomes and the longest names each of them fits into a block.
contract MarketGasTest is MarketsFixture {
    uint256 private constant BLOCK_GAS = 30_000_000;
    uint256 private constant OPTIONS = 150;
    string private constant LONG_NAME =
        "Which of these one hundred and fifty candidates is going to win the election in the year after the next one, counted officially?";

    string[] private names;

    function setUp() public override {
        super.setUp();
        names = _longNames();
        stakeVoters(3);
    }

    function test_gasOfOpening() public {
        string[] memory options = optionsOf(2);
        vm.prank(DEV);
        trading.createMarket("Will it rain?", "RAIN", 0, options, address(main), false, 0, 50e18);
        _record("open a market of 2 outcomes");
        string[] memory all = names;
        vm.prank(DEV);
        trading.createMarket(
            LONG_NAME, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF", 0, all, address(main), true, 1, 50e18
        );
        _record("open a market of 150 outcomes");
        vm.prank(DEV);
        privateTrading.createMarket(
            LONG_NAME, "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF", 0, all, address(main), true, true, 1, 50e18
        );
        _record("open a private market of 150 outcomes");
    }

    function test_gasOfTrading() public {
        address market = _open();
        bet(BOB, market, 149, 50e18);
        uint256 tide = buy(ALICE, address(main), 20e18);
        vm.startPrank(ALICE);
        trading.buy(market, 149, address(usdb), 500e18, 0, 0);
        _record("first purchase of a wallet");
        trading.buy(market, 149, address(usdb), 500e18, 0, 0);
        _record("purchase");
        trading.buy(market, 149, address(main), tide, 0, 0);
        _record("purchase with TIDE");
        vm.stopPrank();
        for (uint256 i; i < 20; ++i) {
            list(ALICE, market, 149, 2_000e18, 1e15);
        }
        _record("list an order");
        vm.prank(ALICE);
        trading.cancelOrder(market, 0);
        _record("cancel an order");
        vm.prank(BOB);
        trading.buyOrder(market, 1, 1e18);
        _record("fill a part of an order");
        vm.prank(BOB);
        trading.buyMultipleOrders(market, _range(2, 10), 20e18);
        _record("fill 8 orders");
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 149, _range(10, 18), address(usdb), 20e18, 0);
        _record("fill 8 orders and buy from the pool");
        vm.prank(BOB);
        trading.donate(market, 1e18, true);
        _record("donate");
        reader.getAllOutcomes(address(trading), market);
        _record("read all outcomes");
    }

    function test_gasOfAnUncontestedOutcome() public {
        address market = _open();
        bet(BOB, market, 149, 50e18);
        propose(market, 149);
        _record("propose");
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        resolver.finalizeUncontested(market);
        _record("finalize an uncontested outcome");
        vm.prank(BOB);
        trading.redeem(market);
        _record("redeem");
    }

    function test_gasOfADispute() public {
        address market = _open();
        vm.prank(DEV);
        trading.donate(market, 100e18, true);
        propose(market, 148);
        dispute(market, 149);
        _record("dispute");
        castVote(0, market, 148);
        _record("vote");
        castVote(1, market, 149);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        castVote(2, market, 149);
        _record("break a tie");
        vm.warp(vm.getBlockTimestamp() + VETO);
        resolver.finalizeMarket(market);
        _record("finalize a vote");
        vm.prank(voter(1));
        resolver.claimBounty(market);
        _record("claim a bounty");
    }

    function test_gasOfAVeto() public {
        address market = _open();
        propose(market, 148);
        dispute(market, 149);
        castVote(0, market, 149);
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(DEV);
        resolver.veto(market, 254);
        _record("veto");
        vm.prank(OPERATOR);
        resolver.resolveByBasis(market, 148);
        _record("decide a veto");
    }

    function test_gasOfANewRound() public {
        address market = _open();
        propose(market, 148);
        dispute(market, 253);
        castVote(0, market, 253);
        castVote(1, market, 253);
        vm.warp(vm.getBlockTimestamp() + VOTING + VETO);
        resolver.finalizeMarket(market);
        _record("start a new round");
        vm.prank(voter(0));
        resolver.claimEarlyBounty(market, 0);
        _record("claim for a vote of EARLY");
    }

    function test_gasOfStakes() public {
        buy(ALICE, address(main), 20e18);
        vm.prank(ALICE);
        resolver.stake(address(main));
        _record("stake");
        vm.prank(ALICE);
        resolver.unstake(address(main));
        _record("take the stake back");
    }

    /// A gas estimate made right after another call of the same second must also suffice a second later: no call may be
    /// cheaper because an earlier one has already written the same value.
    function test_gasOfAnEstimateBesideAnotherCall() public {
        uint256 end = vm.getBlockTimestamp() + 1 hours;
        address[4] memory markets = [_opened(end), _opened(end), _opened(end), _opened(end)];
        for (uint256 i; i < 4; ++i) {
            bet(BOB, markets[i], 149, 50e18);
        }
        // The first two wallets act in the same second, the other two in different seconds.
        uint256[2] memory purchases;
        uint256[2] memory orders;
        uint256[2] memory openings;
        uint256[2] memory votes;
        for (uint256 i; i < 2; ++i) {
            vm.warp(vm.getBlockTimestamp() + 60);
            uint256 start = vm.getBlockTimestamp();
            bet(DEV, markets[2 * i], 149, 30e18);
            bet(ALICE, markets[2 * i], 149, 30e18);
            vm.warp(start + i);
            bet(ALICE, markets[2 * i + 1], 149, 30e18);
            purchases[i] = _measure();
            vm.warp(start + 10);
            list(ALICE, markets[2 * i], 149, 2_000e18, 1e15);
            vm.warp(start + 10 + i);
            list(ALICE, markets[2 * i + 1], 149, 2_000e18, 1e15);
            orders[i] = _measure();
        }
        for (uint256 i; i < 2; ++i) {
            vm.warp(vm.getBlockTimestamp() + 60);
            uint256 start = vm.getBlockTimestamp();
            _opened(end);
            vm.warp(start + i);
            _opened(end);
            openings[i] = _measure();
        }
        vm.warp(end);
        for (uint256 i; i < 4; ++i) {
            propose(markets[i], 0);
            dispute(markets[i], 1);
        }
        for (uint256 i; i < 2; ++i) {
            castVote(i, markets[2 * i], 0);
            vm.warp(vm.getBlockTimestamp() + i);
            castVote(i, markets[2 * i + 1], 0);
            votes[i] = _measure();
        }
        vm.assertLe(purchases[1], purchases[0], "purchase");
        vm.assertLe(orders[1], orders[0], "order");
        vm.assertLe(openings[1], openings[0], "opening");
        vm.assertLe(votes[1], votes[0], "vote");
    }

    /// The last second of voting and the first after it, with the maximum number of outcomes.
    function test_gasOfAVoteDoesNotDependOnTheMoment() public {
        address[2] memory markets = [_open(), _open()];
        for (uint256 i; i < 2; ++i) {
            propose(markets[i], 148);
            dispute(markets[i], 149);
        }
        uint256 end = vm.getBlockTimestamp() + VOTING;
        castVote(0, markets[0], 148);
        castVote(0, markets[1], 148);
        vm.warp(end - 1);
        castVote(1, markets[0], 148);
        uint256 before = _measure();
        vm.warp(end);
        castVote(2, markets[1], 148);
        vm.assertLe(_measure(), before, "vote");
    }

    /// A refund adds up the costs of all outcomes.
    function test_gasOfARefund() public {
        address market = _open();
        for (uint256 i; i < OPTIONS; ++i) {
            bet(ALICE, market, uint8(i), 10e18);
        }
        finalizeUndisputed(market, 254);
        vm.prank(ALICE);
        trading.redeem(market);
        _record("redeem 150 outcomes of an invalid market");
    }

    function test_gasOfAPrivateVote() public {
        string[] memory all = names;
        vm.startPrank(DEV);
        address market =
            privateTrading.createMarket("Who comes?", "WHO", 0, all, address(main), true, false, 0, 10e18);
        privateTrading.manageVoter(market, voter(0), true);
        _record("admit a voter");
        privateTrading.manageVoter(market, voter(1), true);
        privateTrading.vote(market, 149);
        _record("first vote on a private market");
        vm.stopPrank();
        vm.prank(voter(0));
        privateTrading.vote(market, 148);
        vm.warp(vm.getBlockTimestamp() + WINDOW);
        vm.prank(voter(1));
        privateTrading.vote(market, 149);
        _record("break a tie on a private market");
        privateTrading.finalize(market);
        _record("finalize a private market");
    }

    function _open() private returns (address) {
        return _opened(0);
    }

    function _opened(uint256 endTime) private returns (address) {
        string[] memory all = names;
        vm.prank(DEV);
        return trading.createMarket("Who wins?", "WINS", endTime, all, address(main), false, 0, 50e18);
    }

    /// @dev 64 bytes each, the maximum; every byte is checked.
    function _longNames() private pure returns (string[] memory all) {
        all = new string[](OPTIONS);
        string[] memory short = optionsOf(OPTIONS);
        for (uint256 i; i < OPTIONS; ++i) {
            bytes memory name = bytes("................................................................");
            for (uint256 j; j < bytes(short[i]).length; ++j) {
                name[j] = bytes(short[i])[j];
            }
            all[i] = string(name);
        }
    }

    function _range(uint256 from, uint256 to) private pure returns (uint256[] memory orderIds) {
        orderIds = new uint256[](to - from);
        for (uint256 i; i < orderIds.length; ++i) {
            orderIds[i] = from + i;
        }
    }

    /// @dev Gas of the last call, not recorded in a snapshot.
    function _measure() private returns (uint256) {
        return vm.lastCallGas().gasTotalUsed;
    }

    /// @dev Gas of the last call to any contract.
    function _record(string memory name) private {
        uint256 gas = vm.snapshotGasLastCall("Markets", name);
        vm.assertLe(gas, BLOCK_GAS, name);
    }
}
