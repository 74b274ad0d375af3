// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";
import {MarketMock} from "../helpers/MarketMock.sol";
import {Vm} from "../helpers/Test.sol";

contract SwapTest is ExchangeFixture {
    FactoryToken private token;
    FactoryToken[4] private others;

    bytes32 private constant SYNC = keccak256("Sync(uint256,uint256)");
    bytes32 private constant TRADED = keccak256("TokensTraded(uint256,uint256,address,uint256,uint8)");

    function setUp() public override {
        super.setUp();
        token = launch(50);
        others = [launch(1), launch(37), launch(90), launch(100)];
    }

    function test_buyOfTideTakesHalfAPercent() public {
        uint256 out = buy(ALICE, address(main), 100e18);
        // 99.5 USDB reach the pool: 99.5 * 10,000 / 10,099.5.
        vm.assertEq(out, uint256(99.5e18) * 10_000e18 / 10_099.5e18);
        vm.assertEq(main.balanceOf(ALICE), out);
        vm.assertEq(main.reserve1(), 10_099.5e18);
        vm.assertEq(usdb.balanceOf(address(main)), 99.5e18);
        vm.assertEq(usdb.balanceOf(TREASURY) + usdb.balanceOf(TIDE_DEV), 0.5e18);
    }

    function test_buyEmitsBothEventsOnEachLegInOrder() public {
        buy(BOB, address(main), 5_000e18);
        uint256 tidePrice0 = main.getUSDPrice();
        vm.recordLogs();
        uint256 out = buy(ALICE, address(token), 1_000e18);
        (uint256 tidePrice, uint256 leg) = (main.getUSDPrice(), 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bool synced;
        uint256 tideOut;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == SYNC) synced = true;
            if (logs[i].topics[0] != TRADED) continue;
            vm.assertTrue(synced, "Sync before TokensTraded");
            synced = false;
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))), ALICE);
            (uint256 amount, uint256 value, uint256 price, uint8 kind) =
                abi.decode(logs[i].data, (uint256, uint256, uint256, uint8));
            vm.assertEq(kind, 0);
            if (leg == 0) {
                vm.assertEq(logs[i].emitter, address(main));
                vm.assertEq(value, 985e18, "net of 150 bp");
                vm.assertEq(price, tidePrice0, "before the trade");
                tideOut = amount;
            } else {
                vm.assertEq(logs[i].emitter, address(token));
                vm.assertEq(value, tideOut * tidePrice / 1e18, "TIDE valued just before this leg");
                vm.assertEq(amount, out);
                // Before its leg the token is worth 1 TIDE, its opening price.
                vm.assertEq(price, tidePrice, "before the leg");
            }
            ++leg;
        }
        vm.assertEq(leg, 2, "two legs");
    }

    function test_sellEmitsBothLegsAndPaysTaxFromTheProceeds() public {
        uint256 bought = buy(ALICE, address(token), 1_000e18);
        uint256 expected = main.calculateTokensForSell(token.calculateTokensForSell(bought));
        uint256 before = usdb.balanceOf(ALICE);
        vm.recordLogs();
        uint256 out = sell(ALICE, address(token), bought);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 legs;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != TRADED) continue;
            (,,, uint8 kind) = abi.decode(logs[i].data, (uint256, uint256, uint256, uint8));
            vm.assertEq(kind, 1);
            vm.assertEq(logs[i].emitter, legs == 0 ? address(token) : address(main));
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))), ALICE);
            ++legs;
        }
        vm.assertEq(legs, 2);
        vm.assertEq(out, expected - (expected * 150 + 9_999) / 10_000);
        vm.assertEq(usdb.balanceOf(ALICE) - before, out);
        vm.assertEq(token.totalSupply(), 0);
        vm.assertEq(main.totalSupply(), main.balanceOf(address(token)));
    }

    function test_tradedNamesTheTokenAndItsPriceAfterwards() public {
        vm.recordLogs();
        buy(ALICE, address(token), 10e18);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        vm.assertEq(last.emitter, address(swap));
        vm.assertTrue(last.topics[0] == keccak256("Traded(address,(string,string,uint256))"));
        (address traded, ISwap.TradeInfo memory info) = abi.decode(last.data, (address, ISwap.TradeInfo));
        vm.assertEq(traded, address(token));
        vm.assertEq(info.name, "Reef");
        vm.assertEq(info.symbol, "REEF");
        vm.assertEq(info.price, token.getUSDPrice());
    }

    function test_saleForTideIsTaxedInUsdb() public {
        uint256 bought = buy(ALICE, address(token), 1_000e18);
        uint256 gross = token.calculateTokensForSell(bought);
        uint256 taxed = usdb.balanceOf(TREASURY) + usdb.balanceOf(DEV);
        uint256 out = sellForTide(ALICE, address(token), bought);
        uint256 part = (gross * 150 + 9_999) / 10_000;
        vm.assertEq(out, gross - part);
        vm.assertEq(main.balanceOf(ALICE), out);
        vm.assertEq(main.totalSupply(), out + main.balanceOf(address(token)), "the taxed part is burned");
        vm.assertTrue(usdb.balanceOf(TREASURY) + usdb.balanceOf(DEV) > taxed);
        vm.assertEq(main.balanceOf(address(swap)), 0);
    }

    /// `getAmountsOut` equals the trade on every path.
    /// forge-config: deep.fuzz.runs = 2000
    function testFuzz_quotesAreExact(uint256 seed) public {
        address[3] memory targets = [address(main), address(token), address(others[seed % 4])];
        for (uint256 i; i < 6; ++i) {
            seed = next(seed);
            address target = targets[seed % 3];
            uint256 amount = bound(amountOf(seed, 100_000e18), 1e6, 100_000e18);
            uint256 held = FactoryToken(target).balanceOf(ALICE);
            if (seed & 8 == 0 || held < 1e6) {
                uint256 quote = swap.getAmountsOut(amount, _buyPath(target));
                vm.assertEq(buy(ALICE, target, amount), quote, "buy");
            } else if (seed & 16 == 0 || target == address(main)) {
                uint256 quote = swap.getAmountsOut(held, _sellPath(target));
                vm.assertEq(sell(ALICE, target, held), quote, "sell");
            } else {
                uint256 quote = swap.getAmountsOut(held, pathOf(target, address(main)));
                vm.assertEq(sellForTide(ALICE, target, held), quote, "sell for TIDE");
            }
        }
    }

    /// Invariant 3 through the router: a buy followed by a sale returns less than it cost.
    function testFuzz_roundTripThroughTheRouterLoses(uint256 index, uint256 amount, uint256 crowd) public {
        FactoryToken target = others[index % 4];
        buy(BOB, address(target), bound(amountOf(crowd, 500_000e18), 1e12, 500_000e18));
        amount = bound(amountOf(amount, 500_000e18), 1e6, 500_000e18);
        uint256 before = usdb.balanceOf(ALICE);
        sell(ALICE, address(target), buy(ALICE, address(target), amount));
        vm.assertTrue(usdb.balanceOf(ALICE) < before);
    }

    function test_minOutIsBinding() public {
        uint256 quote = swap.getAmountsOut(1e18, _buyPath(address(token)));
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, quote, quote + 1));
        swap.buyTokens(1e18, quote + 1, _buyPath(address(token)), false);
        vm.prank(ALICE);
        swap.buyTokens(1e18, quote, _buyPath(address(token)), false);

        quote = swap.getAmountsOut(1e17, _sellPath(address(token)));
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, quote, quote + 1));
        swap.sellTokens(1e17, quote + 1, _sellPath(address(token)), false);
    }

    function test_everyOtherPathIsRefused() public {
        FactoryToken other = launch(50);
        address u = address(usdb);
        address m = address(main);
        address t = address(token);
        _refused(new address[](0));
        _refused(new address[](1));
        _refused(pathOf(u, u));
        _refused(pathOf(m, m));
        _refused(pathOf(m, t));
        _refused(pathOf(u, t));
        _refused(pathOf(t, u));
        _refused(pathOf(t, address(other)));
        _refused(pathOf(u, m, u));
        _refused(pathOf(u, m, m));
        _refused(pathOf(m, u, m));
        _refused(pathOf(u, t, m));
        _refused(pathOf(t, m, address(other)));
        _refused(pathOf(t, m, t));
        _refused(pathOf(u, m, address(0xbad)));
        _refused(pathOf(address(0xbad), m, u));
        _refused(pathOf(address(0xbad), m));
        _refused(new address[](4));
    }

    function test_directionsAreNotConfused() public {
        vm.startPrank(ALICE);
        vm.expectRevert(ISwap.InvalidPath.selector);
        swap.buyTokens(1e18, 0, _sellPath(address(token)), false);
        vm.expectRevert(ISwap.InvalidPath.selector);
        swap.sellTokens(1e18, 0, _buyPath(address(token)), false);
    }

    function test_unavailableFeaturesAreRefused() public {
        vm.startPrank(ALICE);
        vm.expectRevert(ISwap.WrappingUnavailable.selector);
        swap.buyTokens(1e18, 0, _buyPath(address(main)), true);
        vm.expectRevert(ISwap.NativePayoutUnavailable.selector);
        swap.sellTokens(1e18, 0, _sellPath(address(main)), true);
    }

    function test_zeroAndTooSmallAmountsAreRefused() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.ZeroAmount.selector);
        swap.buyTokens(0, 0, _buyPath(address(main)), false);
        vm.expectRevert(IPool.ZeroAmount.selector);
        swap.sellTokens(0, 0, _sellPath(address(main)), false);
        // The whole wei is tax.
        vm.expectRevert(IPool.ZeroAmount.selector);
        swap.buyTokens(1, 0, _buyPath(address(main)), false);
        // One wei after tax gives less than one wei of TIDE.
        vm.expectRevert(IPool.ZeroOutput.selector);
        swap.buyTokens(2, 0, _buyPath(address(main)), false);
        swap.buyTokens(1e18, 0, _buyPath(address(main)), false);
        // One wei of TIDE gives one wei, which is all tax.
        vm.assertEq(swap.getAmountsOut(1, _sellPath(address(main))), 0);
    }

    function test_saleOfDustPaysNothingRatherThanTooMuch() public {
        buy(ALICE, address(token), 100e18);
        vm.startPrank(ALICE);
        // The pool rounds the value of one wei of the token down to 0.
        if (token.calculateTokensForSell(1) == 0) {
            vm.expectRevert(IPool.ZeroOutput.selector);
            swap.sellTokens(1, 0, _sellPath(address(token)), false);
        }
        uint256 before = usdb.balanceOf(ALICE);
        uint256 out = swap.sellTokens(3, 0, _sellPath(address(token)), false);
        vm.assertLe(usdb.balanceOf(ALICE) - before, 3, "dust");
        vm.assertEq(usdb.balanceOf(ALICE) - before, out);
    }

    function test_amountsBeyondTheReservesRangeAreRefused() public {
        fund(ALICE, type(uint256).max - usdb.totalSupply());
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.AmountTooLarge.selector);
        swap.buyTokens(2 * uint256(type(uint128).max), 0, _buyPath(address(main)), false);
        vm.expectRevert(IPool.AmountTooLarge.selector);
        swap.getAmountsOut(type(uint256).max / 2, _buyPath(address(main)));
        vm.expectRevert(IPool.AmountTooLarge.selector);
        swap.getAmountsOut(type(uint256).max, _sellPath(address(token)));
        // The largest possible trade, and its sale.
        uint256 most = uint256(type(uint128).max) - 10_000e18;
        uint256 out = swap.buyTokens(most, 0, _buyPath(address(main)), false);
        swap.sellTokens(out, 0, _sellPath(address(main)), false);
        vm.assertGe(main.reserve1(), 10_000e18, "base is left");
    }

    function test_moreThanTheHolderHasIsRefused() public {
        buy(ALICE, address(token), 100e18);
        uint256 held = token.balanceOf(ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ALICE, held, held + 1)
        );
        swap.sellTokens(held + 1, 0, _sellPath(address(token)), false);
    }

    function test_withoutApprovalNothingMoves() public {
        buy(ALICE, address(token), 100e18);
        uint256 held = token.balanceOf(ALICE);
        vm.startPrank(ALICE);
        token.approve(address(swap), held - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, swap, held - 1, held)
        );
        swap.sellTokens(held, 0, _sellPath(address(token)), false);
        usdb.approve(address(swap), 1e18);
        vm.expectRevert();
        swap.buyTokens(1e18 + 1, 0, _buyPath(address(main)), false);
        // An exact approval suffices although amount and tax are two transfers, and it is used up.
        swap.buyTokens(1e18, 0, _buyPath(address(main)), false);
        vm.assertEq(usdb.allowance(ALICE, address(swap)), 0);
    }

    function test_marketCannotReenterTheRouter() public {
        MarketMock market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        address marketToken = market.create(factory, DEV);
        market.attack(swap, abi.encodeCall(swap.buyTokens, (1e18, 0, _buyPath(address(main)), false)));
        vm.prank(ALICE);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        swap.buyTokens(100e18, 0, _buyPath(marketToken), false);
        market.attack(swap, abi.encodeCall(swap.sellTokens, (1, 0, _sellPath(address(main)), false)));
        vm.prank(ALICE);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        swap.buyTokens(100e18, 0, _buyPath(marketToken), false);
    }

    /// USDB never returns false. If a token did, the trade would revert.
    function test_transferThatReturnsFalseReverts() public {
        vm.mockCall(address(usdb), abi.encodeWithSelector(IERC20.transferFrom.selector), abi.encode(false));
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, usdb));
        swap.buyTokens(1e18, 0, _buyPath(address(main)), false);
    }

    function _refused(address[] memory path) private {
        vm.startPrank(ALICE);
        vm.expectRevert(ISwap.InvalidPath.selector);
        swap.buyTokens(1e18, 0, path, false);
        vm.expectRevert(ISwap.InvalidPath.selector);
        swap.sellTokens(1e18, 0, path, false);
        vm.expectRevert(ISwap.InvalidPath.selector);
        swap.getAmountsOut(1e18, path);
        vm.stopPrank();
    }

    function _buyPath(address target) private view returns (address[] memory) {
        return target == address(main)
            ? pathOf(address(usdb), target)
            : pathOf(address(usdb), address(main), target);
    }

    function _sellPath(address target) private view returns (address[] memory) {
        return target == address(main)
            ? pathOf(target, address(usdb))
            : pathOf(target, address(main), address(usdb));
    }
}
