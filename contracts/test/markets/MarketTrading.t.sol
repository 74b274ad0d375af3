// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketBook} from "../../src/markets/MarketBook.sol";
import {Markets} from "../helpers/Markets.sol";

contract MarketTradingTest is Markets {
    /// The worked case of the specification.
    function test_firstPurchaseOfAFreshMarket() public {
        address market = open(2, 0);
        uint256 shares = bet(ALICE, market, 0, 100e18);
        vm.assertEq(shares / 1e14, 1932662);
        (uint256 reserve, uint256 cost, uint256 circulating) = trading.getOutcome(market, 0);
        vm.assertEq(reserve, 2_598.5e18);
        vm.assertEq(cost, 98.5e18);
        vm.assertEq(circulating, shares);
        (,,, uint256 total) = trading.getState(market);
        vm.assertEq(total, 5_098.5e18);
        // 1.5 USDB of tax: 1 to the market, of it 5 % for the bounty.
        vm.assertEq(trading.getGeneralPot(market), 50.95e18);
        vm.assertEq(trading.getBountyPool(market), 0.05e18);
    }

    function test_recordReadsAlikeBothWays() public {
        address market = open(3, block.timestamp + 1 days);
        MarketBook.MarketData memory a = recordOf(trading, IMarketBook.marketData.selector, market);
        MarketBook.MarketData memory b = recordOf(trading, IMarketBook.getMarketData.selector, market);
        vm.assertTrue(keccak256(abi.encode(a)) == keccak256(abi.encode(b)));
        vm.assertEq(a.marketToken, market);
        vm.assertEq(a.creator, DEV);
        vm.assertEq(a.usdc, address(usdb));
        vm.assertEq(a.marketName, "Will it rain?");
        vm.assertEq(a.endTime, block.timestamp + 1 days);
        vm.assertEq(a.finalOutcome, 255);
        vm.assertEq(recordOf(privateTrading, IMarketBook.marketData.selector, market).marketToken, address(0));
    }

    function test_paysWithTideInTheTradersName() public {
        address market = open(2, 0);
        uint256 tide = buy(ALICE, address(main), 100e18);
        vm.prank(ALICE);
        trading.buy(market, 1, address(main), tide, 90e18, 0);
        vm.assertEq(main.balanceOf(ALICE), 0);
        vm.assertTrue(trading.userShares(market, ALICE, 1) > 0);
    }

    function test_winnersShareThePool() public {
        address market = open(2, 0);
        uint256 a = bet(ALICE, market, 0, 100e18);
        bet(BOB, market, 1, 300e18);
        vm.prank(ALICE);
        trading.listOrder(market, 0, a / 2, 0.3e18);
        vm.prank(BOB);
        trading.buyOrder(market, 0, a / 4);
        vm.prank(DEV);
        resolver.proposeOutcome(market, 0);
        vm.warp(block.timestamp + CHALLENGE);
        resolver.finalizeUncontested(market);
        uint256 pool = trading.getPool(market);
        uint256 before = usdb.balanceOf(ALICE) + usdb.balanceOf(BOB);
        vm.prank(ALICE);
        trading.redeem(market);
        vm.prank(BOB);
        trading.redeem(market);
        uint256 paid = usdb.balanceOf(ALICE) + usdb.balanceOf(BOB) - before;
        vm.assertLe(paid, pool, "more than the pool");
        vm.assertGe(paid, pool - 2, "dust only");
        vm.assertLe(usdb.balanceOf(address(trading)), 2, "nothing stays");
    }
}
