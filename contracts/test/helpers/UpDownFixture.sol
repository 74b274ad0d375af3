// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPriceFeed} from "../../src/updown/IPriceFeed.sol";
import {IUpDown} from "../../src/updown/IUpDown.sol";
import {ExchangeFixture} from "./ExchangeFixture.sol";

/// @dev The values of `getRound` as a struct, whose encoding is the same: fourteen variables do not fit the stack.
interface IRounds {
    struct Round {
        uint256 startTime;
        uint256 endTime;
        uint256 settledAt;
        int256 startPrice;
        int256 endPrice;
        uint80 endPriceRoundId;
        uint256 virtBull;
        uint256 virtBear;
        uint256 bullPool;
        uint256 bearPool;
        uint256 sharesBull;
        uint256 sharesBear;
        uint256 seedBonus;
        uint8 outcome;
    }

    function getRound(uint8 tf, uint256 roundId) external view returns (Round memory);
    function rounds(uint8 tf, uint256 roundId) external view returns (Round memory);
}

/// @dev Exchange with the price rounds of one asset at 95,000 USD. ALICE, BOB and CAROL have USDB, approved to them.
abstract contract UpDownFixture is ExchangeFixture {
    address internal constant CAROL = address(0xca401);
    int256 internal constant PRICE = 95_000e8;
    uint8 internal constant BULL = 1;
    uint8 internal constant BEAR = 2;
    uint8 internal constant CANCELED = 3;

    IPriceFeed internal feed;
    IUpDown internal upDown;

    function setUp() public virtual override {
        super.setUp();
        feed = IPriceFeed(deploy("PriceFeed", abi.encode("BTC / USD", OPERATOR)));
        upDown = deployUpDown(address(feed));
        allow(ALICE);
        allow(BOB);
        fund(CAROL, 1_000_000e18);
        allow(CAROL);
    }

    function deployUpDown(address feed_) internal returns (IUpDown) {
        return IUpDown(deploy("UpDown", abi.encode(swap, feed_, OPERATOR, 1e18)));
    }

    function allow(address wallet) internal {
        vm.prank(wallet);
        usdb.approve(address(upDown), type(uint256).max);
    }

    /// @dev Posts a price now.
    function post(int256 answer) internal {
        vm.prank(OPERATOR);
        feed.update(answer);
    }

    /// @dev Opens the first round of every timeframe at 95,000 USD.
    function start() internal {
        post(PRICE);
        vm.prank(OPERATOR);
        upDown.startPrediction();
    }

    function bull(address wallet, uint8 tf, uint256 amount) internal {
        vm.prank(wallet);
        upDown.betBull(tf, amount);
    }

    function bear(address wallet, uint8 tf, uint256 amount) internal {
        vm.prank(wallet);
        upDown.betBear(tf, amount);
    }

    /// @dev Claims, and returns what it paid.
    function claim(address wallet, uint8 tf, uint256 roundId) internal returns (uint256) {
        uint256 held = usdb.balanceOf(wallet);
        vm.prank(wallet);
        upDown.claim(tf, roundId);
        return usdb.balanceOf(wallet) - held;
    }

    function claimFails(bytes4 selector, address wallet, uint8 tf, uint256 roundId) internal {
        vm.expectRevert(selector);
        vm.prank(wallet);
        upDown.claim(tf, roundId);
    }

    function getRound(uint8 tf, uint256 roundId) internal view returns (IRounds.Round memory) {
        return IRounds(address(upDown)).getRound(tf, roundId);
    }

    function current(uint8 tf) internal view returns (IRounds.Round memory) {
        return getRound(tf, upDown.currentRoundId(tf));
    }

    /// @dev Goes to the end of the open round, posts a price there and settles.
    function finish(uint8 tf, int256 answer) internal {
        vm.warp(current(tf).endTime);
        post(answer);
        upDown.settleCurrentRound(tf);
    }

    function skip(uint256 time) internal {
        vm.warp(vm.getBlockTimestamp() + time);
    }
}
