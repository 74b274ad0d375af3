// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {Markets} from "../helpers/Markets.sol";

/// @dev ALICE sells, BOB buys; two outcomes at even odds, so the pool asks for a little over half a USDB.
contract OrderBookTest is Markets {
    address private market;
    uint256 private held;

    function setUp() public override {
        super.setUp();
        market = open(2, 0);
        held = bet(ALICE, market, 0, 100e18);
    }

    function test_listingLocksSharesThatStayWithTheSeller() public {
        vm.expectEmit(address(trading));
        emit IMarketBook.OrderCreated(market, 0, ALICE, 0, 60e18, 0.4e18);
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.assertEq(trading.userShares(market, ALICE, 0), held);
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 60e18);
        _expectOrder(0, 60e18, 60e18, true);
        vm.assertEq(list(ALICE, market, 0, 1, 1), 1, "ids count from 0");
        vm.assertEq(trading.nextOrderId(market), 2);
    }

    function test_onlyFreeSharesAreListed() public {
        list(ALICE, market, 0, held - 5, 0.4e18);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.NotEnoughShares.selector, 5));
        trading.listOrder(market, 0, 6, 0.4e18);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.NotEnoughShares.selector, 0));
        trading.listOrder(market, 1, 1, 0.4e18);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InvalidOutcome.selector, 2));
        trading.listOrder(market, 2, 1, 0.4e18);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.listOrder(market, 0, 0, 0.4e18);
        trading.listOrder(market, 0, 5, 0.4e18);
        vm.stopPrank();
    }

    function test_aPriceLiesBetweenNothingAndOneUsdb() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.InvalidPrice.selector);
        trading.listOrder(market, 0, 1e18, 0);
        vm.expectRevert(IMarketBook.InvalidPrice.selector);
        trading.listOrder(market, 0, 1e18, 1e18);
        trading.listOrder(market, 0, 1e18, 1e18 - 1);
        trading.listOrder(market, 0, 1e18, 1);
        vm.stopPrank();
    }

    function test_cancellingFreesWhatIsLeft() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.prank(BOB);
        trading.buyOrder(market, 0, 20e18);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.NotSeller.selector, 0));
        trading.cancelOrder(market, 0);
        vm.prank(ALICE);
        vm.expectEmit(address(trading));
        emit IMarketBook.OrderCancelled(market, 0);
        trading.cancelOrder(market, 0);
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 0);
        _expectOrder(0, 40e18, 60e18, false);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0));
        trading.cancelOrder(market, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 7));
        trading.cancelOrder(market, 7);
        vm.stopPrank();
    }

    /// The buyer pays base + 1.5 %, the seller gets base - 1.5 %; the market keeps two thirds of both.
    function test_fillPaysSellerMarketAndCreator() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        uint256 cost = trading.userCost(market, ALICE, 0);
        uint256[4] memory before = [usdb.balanceOf(ALICE), usdb.balanceOf(BOB), usdb.balanceOf(DEV), 0];
        before[3] = trading.getGeneralPot(market);
        uint256 bounty = trading.getBountyPool(market);
        vm.assertEq(trading.getBuyOrderCost(market, 0, 25e18), 10.15e18);
        vm.prank(BOB);
        vm.expectEmit(address(trading));
        emit IMarketBook.OrderFilled(market, 0, BOB, 25e18, 10e18);
        trading.buyOrder(market, 0, 25e18);
        vm.assertEq(usdb.balanceOf(ALICE) - before[0], 9.85e18);
        vm.assertEq(before[1] - usdb.balanceOf(BOB), 10.15e18);
        // 0.3 of tax: 0.2 to the market, of it 0.01 for the bounty; a fifth of the rest to the creator.
        vm.assertEq(trading.getGeneralPot(market) - before[3], 0.19e18);
        vm.assertEq(trading.getBountyPool(market) - bounty, 0.01e18);
        vm.assertEq(usdb.balanceOf(DEV) - before[2], 0.02e18);
        vm.assertEq(trading.userShares(market, BOB, 0), 25e18);
        vm.assertEq(trading.userShares(market, ALICE, 0), held - 25e18);
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 35e18);
        vm.assertEq(trading.userCost(market, BOB, 0), cost * 25e18 / held, "the cost moves with the shares");
        vm.assertEq(trading.userCost(market, ALICE, 0) + trading.userCost(market, BOB, 0), cost);
        vm.assertTrue(trading.hasBettedOnMarket(market, BOB));
        (,, uint256 circulating) = trading.getOutcome(market, 0);
        vm.assertEq(circulating, held);
        _expectOrder(0, 35e18, 60e18, true);
    }

    function test_wholeFillEndsTheOrder() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        vm.startPrank(BOB);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.buyOrder(market, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderTooSmall.selector, 0, 60e18));
        trading.buyOrder(market, 0, 60e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderTooSmall.selector, 0, 60e18));
        trading.getBuyOrderCost(market, 0, 60e18 + 1);
        trading.buyOrder(market, 0, 60e18);
        bytes memory inactive = abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0);
        vm.expectRevert(inactive);
        trading.buyOrder(market, 0, 1);
        vm.expectRevert(inactive);
        trading.getBuyOrderCost(market, 0, 1);
        vm.expectRevert(inactive);
        trading.getBuyOrderAmountsOut(market, 0, 1);
        vm.stopPrank();
        _expectOrder(0, 0, 60e18, false);
    }

    function test_nobodyFillsTheOwnOrder() public {
        list(ALICE, market, 0, 60e18, 0.4e18);
        bytes memory own = abi.encodeWithSelector(IMarketBook.OwnOrder.selector, 0);
        vm.startPrank(ALICE);
        vm.expectRevert(own);
        trading.buyOrder(market, 0, 1e18);
        vm.expectRevert(own);
        trading.buyMultipleOrders(market, ids(0), 1e18);
        vm.expectRevert(own);
        trading.buyOrdersAndContract(market, 0, ids(0), address(usdb), 1e18, 0);
        vm.stopPrank();
    }

    function test_ordersAboveThePoolWait() public {
        (uint256 reserve,,) = trading.getOutcome(market, 0);
        (,,, uint256 total) = trading.getState(market);
        uint256 poolPrice = MarketMath.price(reserve, total);
        list(ALICE, market, 0, 10e18, poolPrice);
        list(ALICE, market, 0, 10e18, poolPrice + 1);
        bytes memory above = abi.encodeWithSelector(IMarketBook.OrderAbovePool.selector, 1, poolPrice);
        vm.startPrank(BOB);
        trading.buyOrder(market, 0, 5e18);
        vm.expectRevert(above);
        trading.buyOrder(market, 1, 5e18);
        vm.expectRevert(above);
        trading.buyMultipleOrders(market, ids(1), 5e18);
        vm.expectRevert(above);
        reader.estimateSharesOut(address(trading), market, 0, 5e18, ids(1), BOB);
        trading.buy(market, 0, address(usdb), 1e18, 0, 0);
        trading.buyOrder(market, 1, 5e18);
        vm.stopPrank();
    }

    function test_manyOrdersAreBoughtUntilTheMoneyIsSpent() public {
        uint256 b = bet(ALICE, market, 1, 50e18);
        list(ALICE, market, 0, 10e18, 0.1e18);
        list(ALICE, market, 1, b, 0.2e18);
        list(ALICE, market, 0, 100e18, 0.3e18);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        uint256 left = trading.buyMultipleOrders(market, ids(0, 1, 2), 30e18);
        vm.assertLe(left, 1, "all is spent");
        vm.assertEq(usdb.balanceOf(BOB), before - 30e18 + left);
        vm.assertEq(trading.userShares(market, BOB, 1), b);
        uint256 rest = 30e18 - 1.015e18 - _cost(b, 0.2e18);
        vm.assertEq(trading.userShares(market, BOB, 0), 10e18 + MarketMath.sharesFor(rest, 0.3e18));
    }

    function test_whatFilledOrdersLeaveGoesBack() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        vm.assertEq(trading.buyMultipleOrders(market, ids(0), 30e18), 28.985e18);
        vm.assertEq(before - usdb.balanceOf(BOB), 1.015e18);
        vm.prank(BOB);
        vm.expectRevert(IMarketBook.ZeroAmount.selector);
        trading.buyMultipleOrders(market, ids(0), 0);
    }

    function test_anOrderNamedTwiceIsFilledOnce() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        bytes memory inactive = abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0);
        vm.startPrank(BOB);
        vm.expectRevert(inactive);
        trading.buyMultipleOrders(market, ids(0, 0), 30e18);
        vm.expectRevert(inactive);
        trading.buyOrdersAndContract(market, 0, ids(0, 0), address(usdb), 30e18, 0);
        vm.expectRevert(inactive);
        reader.estimateSharesOut(address(trading), market, 0, 30e18, ids(0, 0), BOB);
        // Filled in part, the second time finds nothing left to pay with.
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 0.5e18 + 1, ids(0, 0), BOB);
        trading.buyOrdersAndContract(market, 0, ids(0, 0), address(usdb), 0.5e18 + 1, quote);
        vm.stopPrank();
        vm.assertEq(trading.userShares(market, BOB, 0), quote);
    }

    function test_ordersAndPoolInOnePurchase() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        list(ALICE, market, 0, 20e18, 0.2e18);
        uint256 net = 100e18 - 1.015e18 - 4.06e18;
        net -= MarketMath.tax(net);
        (uint256 reserve,,) = trading.getOutcome(market, 0);
        (,,, uint256 total) = trading.getState(market);
        uint256 expected = 30e18 + MarketMath.shares(net, reserve, total);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, ids(0, 1), address(usdb), 100e18, expected);
        vm.assertEq(trading.userShares(market, BOB, 0), expected);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 1));
        trading.buyOrdersAndContract(market, 0, ids(1), address(usdb), 100e18, 0);
    }

    function test_purchaseBelowTheLimitIsRefused() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 5e18, ids(0), BOB);
        vm.startPrank(BOB);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientShares.selector, quote, quote + 1));
        trading.buyOrdersAndContract(market, 0, ids(0), address(usdb), 5e18, quote + 1);
        trading.buyOrdersAndContract(market, 0, ids(0), address(usdb), 5e18, quote);
        vm.stopPrank();
    }

    function test_ordersOfAnotherOutcomeAreRefused() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        bytes memory other = abi.encodeWithSelector(IMarketBook.OrderOfOtherOutcome.selector, 0);
        vm.prank(BOB);
        vm.expectRevert(other);
        trading.buyOrdersAndContract(market, 1, ids(0), address(usdb), 5e18, 0);
        vm.expectRevert(other);
        reader.estimateSharesOut(address(trading), market, 1, 5e18, ids(0), BOB);
    }

    function test_aUnitThatBuysNothingStaysWithTheBuyer() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, ids(0), address(usdb), 1.015e18 + 1, 10e18);
        vm.assertEq(before - usdb.balanceOf(BOB), 1.015e18);
        vm.assertEq(trading.userShares(market, BOB, 0), 10e18);
    }

    function test_afterTheOutcomeOrdersAreOnlyCancelled() public {
        list(ALICE, market, 0, 10e18, 0.1e18);
        conclude(market, 0);
        vm.startPrank(BOB);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buyOrder(market, 0, 1e18);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buyMultipleOrders(market, ids(0), 1e18);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.buyOrdersAndContract(market, 0, ids(0), address(usdb), 1e18, 0);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        reader.estimateSharesOut(address(trading), market, 0, 1e18, ids(0), BOB);
        vm.stopPrank();
        vm.startPrank(ALICE);
        vm.expectRevert(IMarketBook.MarketIsResolved.selector);
        trading.listOrder(market, 0, 1e18, 0.1e18);
        trading.redeem(market);
        trading.cancelOrder(market, 0);
        vm.stopPrank();
        vm.assertEq(trading.sharesLockedInOrders(market, ALICE, 0), 0);
    }

    function test_dustIsChargedAtLeastAUnit() public {
        list(ALICE, market, 0, 2, 1);
        uint256 before = usdb.balanceOf(ALICE);
        uint256 bob = usdb.balanceOf(BOB);
        vm.prank(BOB);
        trading.buyOrder(market, 0, 1);
        vm.assertEq(bob - usdb.balanceOf(BOB), 2);
        vm.assertEq(usdb.balanceOf(ALICE), before);
    }

    /// The reader's quote is what the purchase gives, whatever the orders and the amount.
    /// forge-config: default.fuzz.runs = 2000
    function testFuzz_estimatesAreExact(uint256 seed) public {
        uint256[] memory all = new uint256[](3);
        for (uint256 i; i < 3; ++i) {
            uint256 amount = amountOf(seed = next(seed), held / 3);
            all[i] = list(ALICE, market, 0, amount, amountOf(seed = next(seed), 0.5e18));
        }
        uint256 usdc = amountOf(seed = next(seed), 400_000e18);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, usdc, all, BOB);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, all, address(usdb), usdc, quote);
        vm.assertEq(trading.userShares(market, BOB, 0), quote);
    }

    /// What `getBuyOrderAmountsOut` promises for an amount is not paid for with more than it, and a unit of
    /// tax and value apart nothing is left.
    /// forge-config: default.fuzz.runs = 2000
    function testFuzz_orderQuotesAreAffordable(uint256 amount, uint256 price, uint256 usdc) public {
        amount = amountOf(amount, held);
        price = amountOf(price, 0.5e18);
        usdc = amountOf(usdc, 100e18);
        list(ALICE, market, 0, amount, price);
        uint256 fill = trading.getBuyOrderAmountsOut(market, 0, usdc);
        if (fill == 0) return;
        uint256 cost = trading.getBuyOrderCost(market, 0, fill);
        vm.assertLe(cost, usdc, "affordable");
        if (fill < amount) vm.assertGe(cost + 1, usdc, "spent");
        uint256 before = usdb.balanceOf(BOB);
        vm.prank(BOB);
        trading.buyOrder(market, 0, fill);
        vm.assertEq(before - usdb.balanceOf(BOB), cost);
    }

    function _cost(uint256 amount, uint256 price) private pure returns (uint256) {
        uint256 value = MarketMath.orderValue(amount, price);
        return value + MarketMath.tax(value);
    }

    function _expectOrder(uint256 orderId, uint256 left, uint256 whole, bool isActive) private view {
        (address seller, uint8 outcome, uint256 amount, uint256 total, uint256 price, bool active) =
            trading.marketOrders(market, orderId);
        vm.assertEq(seller, ALICE);
        vm.assertEq(outcome, 0);
        vm.assertEq(amount, left);
        vm.assertEq(total, whole);
        vm.assertEq(price, 0.4e18);
        vm.assertEq(active, isActive);
    }
}
